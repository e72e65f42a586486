import { setting } from './config.ts';

/** A stored file, or the poster of one, that must be processed. */
export interface MediaRequest {
  /** The storage key. */
  readonly key: string;
}

/** Starts the processing of a file without waiting for it. If it is lost, the reconciling job starts it again. */
export async function startMediaProcessing(request: MediaRequest): Promise<void> {
  const { invokeFunction } = await import('./invoke-function.ts');
  await invokeFunction(setting('MEDIA_FUNCTION_NAME'), request);
}

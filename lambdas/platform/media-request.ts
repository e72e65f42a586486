import { readSetting } from './config.ts';

/** A request to process a stored file or its poster. */
export interface MediaRequest {
  /** The storage key. */
  readonly key: string;
}

/** Starts the processing of a file without waiting for it. If the call is lost, the reconciling job starts it again. */
export async function startMediaProcessing(request: MediaRequest): Promise<void> {
  const { invokeFunction } = await import('./invoke-function.ts');
  await invokeFunction(readSetting('MEDIA_FUNCTION_NAME'), request);
}

import { readSetting } from './config.ts';
import { invokeFunction } from './invoke-function.ts';

/** A request to purge a hidden account or post. */
export type PurgeRequest =
  | { readonly kind: 'account'; readonly userId: string }
  | { readonly kind: 'post'; readonly postId: string };

/** Starts the purge job without waiting for it. If the job fails, the hourly run purges the item. */
export async function startPurge(request: PurgeRequest): Promise<void> {
  await invokeFunction(readSetting('PURGE_FUNCTION_NAME'), request);
}

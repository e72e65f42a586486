import { notifyDepth } from '../platform/depth-notice.ts';
import { startMediaProcessing } from '../platform/media-request.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import type { StoredFile } from '../table/file.ts';
import { isMedia } from './inspect-metadata.ts';
import { type DiscardFile, discardFile, recordStoredFile } from './record-stored-file.ts';

/**
 * Returns whether a file's bytes may have hidden metadata. True for all media of versions that decided by the declared
 * type, because a WebM of theirs may be an MP4.
 */
export function needsInspection({ contentType, inspection }: StoredFile): boolean {
  return isMedia(contentType) && inspection !== 'done';
}

/** Returns whether a file must be processed, like files of earlier versions. */
export function needsProcessing(file: StoredFile): boolean {
  return needsInspection(file) || (isMedia(file.contentType) && !file.media?.renditions);
}

/** Discards a file at once, and lets its owner's new depth be sent. For functions without a request of the owner. */
export const discardAndNotify: DiscardFile = async (key, reason) => {
  const owner = parseStorageKey(key)?.userId;
  if ((await discardFile(key, reason)) && owner) await notifyDepth({ userId: owner });
};

/**
 * Records an uploaded file, starts its processing, and lets its owner's new depth be sent. For functions without a request
 * of the owner.
 *
 * @param discard - deletes a file that is not kept; at once by default
 * @throws the errors of {@link recordStoredFile}
 */
export async function recordAndProcess(key: string, discard = discardAndNotify): Promise<void> {
  const onDepthChange = (userId: string) => notifyDepth({ userId });
  if (needsProcessing(await recordStoredFile(key, '', { discard, onDepthChange }))) await startMediaProcessing({ key });
}

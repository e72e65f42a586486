import { notifyDepth } from '../platform/depth-notice.ts';
import { startMediaProcessing } from '../platform/media-request.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import type { StoredFile } from '../table/file.ts';
import { isMedia } from './inspect-metadata.ts';
import { type DiscardFile, discardFile, recordStoredFile } from './record-stored-file.ts';

/**
 * Returns whether a file's bytes may have hidden metadata.
 *
 * Earlier versions decided by the declared type. Their media always need an inspection, because a WebM may be an MP4.
 */
export function needsInspection({ contentType, inspection }: StoredFile): boolean {
  return isMedia(contentType) && inspection !== 'done';
}

/** Returns whether a file must be inspected or rendered. True for all media of earlier versions. */
export function needsProcessing(file: StoredFile): boolean {
  return needsInspection(file) || (isMedia(file.contentType) && !file.media?.renditions);
}

/** Discards a file, and requests a notice of its owner's new depth. For functions without a request of the owner. */
export const discardAndNotify: DiscardFile = async (key, reason) => {
  const owner = parseStorageKey(key)?.userId;
  if ((await discardFile(key, reason)) && owner) await notifyDepth({ userId: owner });
};

/**
 * Records an uploaded file, starts its processing, and requests a notice of its owner's new depth. For functions without a
 * request of the owner.
 *
 * @param discard - deletes a file that is not kept; by default immediately
 * @throws the errors of {@link recordStoredFile}
 */
export async function recordAndProcess(key: string, discard = discardAndNotify): Promise<void> {
  const onDepthChange = (userId: string) => notifyDepth({ userId });
  const noDescription = '';
  const file = await recordStoredFile(key, noDescription, { discard, onDepthChange });
  if (needsProcessing(file)) await startMediaProcessing({ key });
}

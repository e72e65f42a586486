import { startMediaProcessing } from '../platform/media-request.ts';
import type { StoredFile } from '../table/file.ts';
import { isMedia } from './inspect-metadata.ts';
import { type DiscardFile, recordStoredFile } from './record-stored-file.ts';

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

/**
 * Records an uploaded file and starts its processing. For functions without a request of the owner.
 *
 * @param discard - deletes a file that is not kept; by default immediately
 * @throws the errors of {@link recordStoredFile}
 */
export async function recordAndProcess(key: string, discard?: DiscardFile): Promise<void> {
  const noTexts = {};
  const file = await recordStoredFile(key, noTexts, discard);
  if (needsProcessing(file)) await startMediaProcessing({ key });
}

import { isCleanable } from '../../shared/media/cleanable-types.ts';
import { startMediaProcessing } from '../platform/media-request.ts';
import type { StoredFile } from '../table/file.ts';
import { type DiscardFile, recordStoredFile } from './record-stored-file.ts';

/** The types that have renditions, dimensions, a duration, or pages. */
const MEDIA = /^(image|video|audio)\/|^application\/pdf$/;

/** Returns whether a file's bytes may have hidden metadata. */
export function needsInspection({ contentType, inspection }: StoredFile): boolean {
  return isCleanable(contentType) && inspection !== 'done';
}

/** Returns whether a file must be processed, like files of earlier versions. */
export function needsProcessing(file: StoredFile): boolean {
  return needsInspection(file) || (MEDIA.test(file.contentType) && !file.media?.renditions);
}

/**
 * Records an uploaded file, and starts its processing.
 *
 * @param discard - deletes a file that is not kept; at once by default
 * @throws the errors of {@link recordStoredFile}
 */
export async function recordAndProcess(key: string, discard?: DiscardFile): Promise<void> {
  if (needsProcessing(await recordStoredFile(key, '', discard))) await startMediaProcessing({ key });
}

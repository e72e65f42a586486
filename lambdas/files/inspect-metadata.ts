import { isCleanable } from '../../shared/media/cleanable-types.ts';
import { planByRanges } from '../../shared/media/plan-by-ranges.ts';
import { logger } from '../platform/logger.ts';
import { isTransient } from '../platform/transient-errors.ts';
import { createObjectSource, ObjectReplaced } from '../storage/object-source.ts';
import type { StoredObject } from '../storage/object-store.ts';
import type { StoredFile } from '../table/file.ts';

/** Maximum size of a file that is inspected while it is recorded, in bytes. A larger file would take seconds. */
const MAX_INSTANT_BYTES = 16 * 1024 * 1024;

/** Returns whether files of this type can have hidden metadata, renditions, a duration, or pages. */
export function isMedia(contentType: string): boolean {
  return /^(image|video|audio)\/|^application\/pdf$/.test(contentType);
}

/**
 * Inspects a new file for hidden metadata if that is quick.
 *
 * Most files were cleaned by the page, so members can open them immediately. Every other file, such as a PDF, stays
 * closed until `processMedia` has inspected it.
 *
 * @param object - the object, with the type that `checkType` has read from its bytes
 * @returns the state of the inspection; undefined for texts and archives. Media without a cleaner, such as WebM, are
 *   `done`: `checkType` has shown that they are not an MP4 or MP3 with a wrong type
 * @throws ObjectReplaced if the object has other bytes
 */
export async function inspectNow(object: StoredObject): Promise<StoredFile['inspection']> {
  const { contentType, size } = object;
  if (!isMedia(contentType)) return undefined;
  if (!isCleanable(contentType)) return 'done';
  if (size > MAX_INSTANT_BYTES) return 'pending';

  try {
    const plan = await planByRanges(createObjectSource(object), contentType, { keepCameraData: true });
    return plan?.removed.size === 0 ? 'done' : 'pending';
  } catch (error) {
    if (error instanceof ObjectReplaced || isTransient(error)) throw error;
    // A file whose content can't be inspected must be recorded nevertheless.
    logger.error('File not inspected', { error: error as Error });
    return 'pending';
  }
}

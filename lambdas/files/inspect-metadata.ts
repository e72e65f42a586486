import { isCleanable } from '../../shared/media/cleanable-types.ts';
import { planByRanges } from '../../shared/media/plan-by-ranges.ts';
import { logger } from '../platform/logger.ts';
import { isTransient } from '../platform/transient-errors.ts';
import { ObjectReplaced, objectSource } from '../storage/object-source.ts';
import type { StoredObject } from '../storage/object-store.ts';
import type { StoredFile } from '../table/file.ts';

/** Maximum size of a file that is inspected while it is recorded, in bytes. A larger one would take seconds. */
const MAX_INSTANT_BYTES = 16 * 1024 * 1024;

/**
 * Inspects a new file for hidden metadata if that is quick, so that members can open what the page has already cleaned
 * at once. Every other file, such as a PDF, stays closed until `processMedia` has inspected it.
 *
 * @returns the state of the inspection; undefined for types that have no hidden metadata
 * @throws ObjectReplaced if the object has other bytes
 */
export async function inspectAtOnce(object: StoredObject): Promise<StoredFile['inspection']> {
  const { contentType, size } = object;
  if (!isCleanable(contentType)) return undefined;
  if (size > MAX_INSTANT_BYTES) return 'pending';
  try {
    const plan = await planByRanges(objectSource(object), contentType, { keepCameraData: true });
    return plan?.removed.size === 0 ? 'done' : 'pending';
  } catch (error) {
    if (error instanceof ObjectReplaced || isTransient(error)) throw error;
    // Recording a file must not depend on what it contains.
    logger.error('File not inspected', { error: error as Error });
    return 'pending';
  }
}

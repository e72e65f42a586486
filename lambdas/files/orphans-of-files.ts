import { DAY_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { startMediaProcessing } from '../platform/media-request.ts';
import { processRows } from '../platform/process-rows.ts';
import { filePrefix, findKeysWithFile } from '../storage/derived-objects.ts';
import { deleteObject, type ListedObject } from '../storage/object-store.ts';
import { signingTime } from '../storage/signing-time.ts';
import { parseStorageKey, type StorageKey } from '../storage/storage-key.ts';
import { findDeletionByPrefix } from '../table/deletion-evidence.ts';
import type { PlannedDeletion } from './planned-deletions.ts';

/** How long a poster may wait for its file, in milliseconds: the day that an upload in parts may take, and a margin. */
const POSTER_GRACE_MS = 2 * DAY_MS;

/**
 * How long a poster is left to its own upload event before this job processes it: milliseconds since the upload of its
 * file was signed.
 */
const PROCESSING_GRACE_MS = 10 * MINUTE_MS;

/** A poster or a rendition of a file. */
interface DerivedObject {
  readonly key: string;
  readonly address: StorageKey;
  /** Milliseconds since the upload of its file was signed. */
  readonly ageMs: number;
}

/** The name of the job, and the log fields of an object that failed. */
const LOG_OPTIONS = {
  job: 'orphans-of-files',
  describe: ({ address: { userId, ulid } }: DerivedObject) => ({ owner: userId, ulid }),
};

/**
 * Plans the deletion of orphans, which are posters and renditions whose file is deleted. Starts the processing of
 * unused posters.
 *
 * A processed poster is deleted. So a poster that is still here after two days, and has no file, was abandoned. A
 * rendition may only be deleted if its file was deleted: a missing file proves nothing.
 *
 * @param objects - posters and renditions
 * @returns the deletions, the keys of renditions without an explanation, the number of posters whose processing was
 *   started, and the number of objects that failed
 * @throws the first transient error
 */
export async function planDerivedObjectDeletions(
  objects: readonly ListedObject[],
  now = Date.now(),
): Promise<{ deletions: PlannedDeletion[]; unexplained: string[]; started: number; failed: number }> {
  const derivedObjects = objects.flatMap(({ key, storedAt }): DerivedObject[] => {
    const address = parseStorageKey(key);
    return address ? [{ key, address, ageMs: now - signingTime(address, storedAt) }] : [];
  });

  const keysWithFile = await findKeysWithFile(objects.map(({ key }) => key));
  const hasFile = ({ key }: DerivedObject) => keysWithFile.has(key);
  const isOrphan = (object: DerivedObject) =>
    !hasFile(object) && (!isPoster(object) || object.ageMs >= POSTER_GRACE_MS);
  const isUnusedPoster = (object: DerivedObject) =>
    hasFile(object) && isPoster(object) && object.ageMs >= PROCESSING_GRACE_MS;

  const plan = await planOrphanDeletions(derivedObjects.filter(isOrphan));

  const unusedPosters = derivedObjects.filter(isUnusedPoster);
  const failedStarts = await processRows(unusedPosters, ({ key }) => startMediaProcessing({ key }), LOG_OPTIONS);

  return { ...plan, started: unusedPosters.length - failedStarts, failed: plan.failed + failedStarts };
}

function isPoster({ address }: DerivedObject): boolean {
  return address.purpose === 'poster';
}

/** Plans the deletion of renditions for which the table has evidence, and of abandoned posters, which need none. */
async function planOrphanDeletions(orphans: readonly DerivedObject[]) {
  const deletions: PlannedDeletion[] = [];
  const unexplained: string[] = [];

  const planDeletion = async (orphan: DerivedObject) => {
    const { key, address } = orphan;
    // A poster is abandoned even if its file was deleted: a member can upload any number of posters for a deleted file.
    // A key with an address always has a prefix.
    const reason = isPoster(orphan) ? 'abandoned' : await findDeletionByPrefix(address.userId, filePrefix(key)!);
    if (!reason) {
      unexplained.push(key);
      return;
    }

    const remove = async () => {
      await deleteObject(key, reason);
      // Nothing can use an orphan again, so it never stays.
      return true;
    };

    deletions.push({ key, reason, remove });
  };

  const failed = await processRows(orphans, planDeletion, LOG_OPTIONS);
  return { deletions, unexplained, failed };
}

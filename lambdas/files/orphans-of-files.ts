import { decodeTime } from 'ulid';
import { DAY_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { startMediaProcessing } from '../platform/media-request.ts';
import { processRows } from '../platform/process-rows.ts';
import { filePrefix, findKeysWithFile } from '../storage/derived-objects.ts';
import { deleteObject } from '../storage/object-store.ts';
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
 * @param keys - storage keys of posters and renditions, sorted
 * @returns the deletions, the keys of renditions without an explanation, the number of posters whose processing was
 *   started, and the number of objects that failed
 * @throws the first transient error
 */
export async function planDerivedObjectDeletions(
  keys: readonly string[],
  now = Date.now(),
): Promise<{ deletions: PlannedDeletion[]; unexplained: string[]; started: number; failed: number }> {
  const objects = keys.flatMap((key): DerivedObject[] => {
    const address = parseStorageKey(key);
    return address ? [{ key, address, ageMs: now - decodeTime(address.ulid) }] : [];
  });

  const keysWithFile = await findKeysWithFile(keys);
  const hasFile = ({ key }: DerivedObject) => keysWithFile.has(key);
  const isOrphan = (object: DerivedObject) =>
    !hasFile(object) && (!isPoster(object) || object.ageMs >= POSTER_GRACE_MS);
  const isUnusedPoster = (object: DerivedObject) =>
    hasFile(object) && isPoster(object) && object.ageMs >= PROCESSING_GRACE_MS;

  const plan = await planOrphanDeletions(objects.filter(isOrphan));

  const unusedPosters = objects.filter(isUnusedPoster);
  const failedStarts = await processRows(unusedPosters, ({ key }) => startMediaProcessing({ key }), LOG_OPTIONS);

  return { ...plan, started: unusedPosters.length - failedStarts, failed: plan.failed + failedStarts };
}

function isPoster({ address }: DerivedObject): boolean {
  return address.purpose === 'poster';
}

/** Plans the deletion of orphans for which the table has evidence, and of abandoned posters, which need none. */
async function planOrphanDeletions(orphans: readonly DerivedObject[]) {
  const deletions: PlannedDeletion[] = [];
  const unexplained: string[] = [];

  const planDeletion = async (orphan: DerivedObject) => {
    const { key, address } = orphan;
    // A key with an address always has a prefix.
    const deletion = await findDeletionByPrefix(address.userId, filePrefix(key)!);
    const reason = deletion ?? (isPoster(orphan) ? 'abandoned' : undefined);
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

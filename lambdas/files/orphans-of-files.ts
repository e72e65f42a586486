import { decodeTime } from 'ulid';
import { startMediaProcessing } from '../platform/media-request.ts';
import { processRows } from '../platform/process-rows.ts';
import { filePrefix, findWithFile } from '../storage/derived-objects.ts';
import { deleteObject } from '../storage/object-store.ts';
import { parseStorageKey, type StorageKey } from '../storage/storage-key.ts';
import { findDeletionByPrefix } from '../table/deletion-evidence.ts';
import type { PlannedDeletion } from './planned-deletions.ts';

/**
 * How long a poster may wait for its file, in milliseconds: two days. The bucket aborts an upload in parts after one day.
 */
const POSTER_GRACE_MS = 2 * 86_400_000;

/** How long a poster's own event has to process it, in milliseconds: ten minutes after its file was prepared. */
const PROCESSING_GRACE_MS = 600_000;

/** A poster or rendition. */
interface Derived {
  readonly key: string;
  readonly address: StorageKey;
  /** Milliseconds since its file was prepared. */
  readonly age: number;
}

const LOG = {
  job: 'orphans-of-files',
  describe: ({ address: { userId, ulid } }: Derived) => ({ owner: userId, ulid }),
};

/**
 * Plans the deletion of the posters and renditions among `keys` whose file is deleted, and starts the processing of posters
 * that are still there although their file is.
 *
 * A poster is an upload of which processing keeps nothing, so an old one without a file was abandoned. A rendition may only
 * be deleted if its file was: a missing file proves nothing.
 *
 * @param keys - storage keys, sorted
 * @returns the deletions, the keys of renditions without an explanation, and the number of started and failed rows
 * @throws the first transient error
 */
export async function planOrphansOfFiles(
  keys: readonly string[],
  now = Date.now(),
): Promise<{ deletions: PlannedDeletion[]; unexplained: string[]; started: number; failed: number }> {
  const addressedKeys = keys.flatMap((key) => {
    const address = parseStorageKey(key);
    return address ? [{ key, address, age: now - decodeTime(address.ulid) }] : [];
  });
  const withFile = await findWithFile(keys);
  const isPoster = ({ address }: Derived) => address.purpose === 'poster';
  const orphans = addressedKeys.filter((it) => !withFile.has(it.key) && (!isPoster(it) || it.age >= POSTER_GRACE_MS));
  const unusedPosters = addressedKeys.filter(
    (it) => withFile.has(it.key) && isPoster(it) && it.age >= PROCESSING_GRACE_MS,
  );
  const deletions: PlannedDeletion[] = [];
  const unexplained: string[] = [];

  const plan = async (orphan: Derived) => {
    const { key, address } = orphan;
    const deletion = await findDeletionByPrefix(address.userId, filePrefix(key)!);
    const reason = deletion ?? (isPoster(orphan) ? 'abandoned' : undefined);
    if (!reason) return void unexplained.push(key);
    const remove = async () => {
      await deleteObject(key, reason);
      return true;
    };
    deletions.push({ key, reason, remove });
  };

  const unplanned = await processRows(orphans, plan, LOG);
  const idle = await processRows(unusedPosters, ({ key }) => startMediaProcessing({ key }), LOG);

  return { deletions, unexplained, started: unusedPosters.length - idle, failed: unplanned + idle };
}

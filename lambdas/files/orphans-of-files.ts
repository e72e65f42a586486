import { decodeTime } from 'ulid';
import { startMediaProcessing } from '../platform/media-request.ts';
import { processRows } from '../platform/process-rows.ts';
import { findWithFile } from '../storage/derived-objects.ts';
import { deleteObject } from '../storage/object-store.ts';
import { parseStorageKey, type StorageKey } from '../storage/storage-key.ts';

/**
 * How long a poster may wait for its file, in milliseconds: two days. The bucket aborts an upload in parts after one day.
 */
const POSTER_GRACE_MS = 2 * 86_400_000;

/** How long a poster's own event has to process it, in milliseconds: ten minutes after its file was prepared. */
const PROCESSING_GRACE_MS = 600_000;

/**
 * Deletes the posters and renditions among `keys` whose file is deleted, and starts the processing of posters that are
 * still there although their file is.
 *
 * A rendition's file is always stored before it, and a poster's may follow.
 *
 * @param keys - storage keys, sorted
 * @returns the number of deleted objects, of started files, and of objects that couldn't be processed
 * @throws the first transient error
 */
export async function deleteOrphansOfFiles(
  keys: readonly string[],
  now = Date.now(),
): Promise<{ removed: number; started: number; failed: number }> {
  const addressed = keys.flatMap((key) => {
    const address = parseStorageKey(key);
    return address ? [{ key, address, age: now - decodeTime(address.ulid) }] : [];
  });
  const withFile = await findWithFile(keys);
  const isPoster = ({ address }: { readonly address: StorageKey }) => address.purpose === 'poster';
  const orphans = addressed.filter((it) => !withFile.has(it.key) && (!isPoster(it) || it.age >= POSTER_GRACE_MS));
  const unused = addressed.filter((it) => withFile.has(it.key) && isPoster(it) && it.age >= PROCESSING_GRACE_MS);
  const options = {
    job: 'delete-orphans-of-files',
    describe: ({ address: { userId, ulid } }: { readonly address: StorageKey }) => ({ owner: userId, ulid }),
  };
  const kept = await processRows(orphans, ({ key }) => deleteObject(key), options);
  const idle = await processRows(unused, ({ key }) => startMediaProcessing({ key }), options);
  return { removed: orphans.length - kept, started: unused.length - idle, failed: kept + idle };
}

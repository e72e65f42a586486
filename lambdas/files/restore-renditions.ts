import { startMediaProcessing } from '../platform/media-request.ts';
import { processRows } from '../platform/process-rows.ts';
import { findRenditions } from '../storage/derived-objects.ts';
import { parseStorageKey, renditionKey } from '../storage/storage-key.ts';
import type { StoredFile } from '../table/file.ts';
import { setMedia } from '../table/file-media.ts';

const LOG = {
  job: 'restore-renditions',
  describe: ({ key }: StoredFile) => ({ owner: parseStorageKey(key)?.userId, ulid: parseStorageKey(key)?.ulid }),
};

/**
 * Starts the processing of files whose record names renditions that the bucket has lost.
 *
 * A video, song, or PDF whose poster is used up gets none again. Its record then names none, so pages show its icon instead
 * of a broken picture.
 *
 * @param files - read before this call: renditions are stored before the record names them
 * @param maxStarted - how many files it starts to process at most
 * @throws the first transient error
 */
export async function restoreRenditions(
  files: readonly StoredFile[],
  maxStarted: number,
): Promise<{ started: number; failed: number }> {
  const storedKeys = await findRenditions(files.flatMap(renditionKeysOf));
  const incomplete = files.filter((file) => renditionKeysOf(file).some((key) => !storedKeys.has(key)));
  let started = 0;

  const restore = async (file: StoredFile) => {
    // Only a file without `media` is processed. This fails if the file was deleted or replaced since it was read.
    if (!(await setMedia(file, undefined))) return;
    await startMediaProcessing({ key: file.key });
    started++;
  };

  const failed = await processRows(incomplete.slice(0, maxStarted), restore, { ...LOG, sequential: true });
  return { started, failed };
}

function renditionKeysOf({ key, media }: StoredFile): string[] {
  const address = parseStorageKey(key);
  return address ? (media?.renditions ?? []).map((edge) => renditionKey(address, edge)) : [];
}

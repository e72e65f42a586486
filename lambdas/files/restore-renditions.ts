import { startMediaProcessing } from '../platform/media-request.ts';
import { processRows } from '../platform/process-rows.ts';
import { findRenditions } from '../storage/derived-objects.ts';
import { parseStorageKey, renditionKey } from '../storage/storage-key.ts';
import type { StoredFile } from '../table/file.ts';
import { setMedia } from '../table/file-media.ts';

/** The name of the job, and the log fields of a file that failed: no file name, because it is a member's text. */
const LOG_OPTIONS = {
  job: 'restore-renditions',
  describe: ({ key }: StoredFile) => ({ owner: parseStorageKey(key)?.userId, ulid: parseStorageKey(key)?.ulid }),
};

/**
 * Starts the processing of files whose record names renditions that the bucket has lost.
 *
 * A video, song, or PDF gets no renditions again, because its poster is deleted after use. Its record then names no
 * renditions, so pages show its icon instead of a broken picture.
 *
 * @param files - records that were read before this call, because renditions are stored before a record names them
 * @param maxStarted - maximum number of files whose processing this call starts
 * @throws the first transient error
 */
export async function restoreRenditions(
  files: readonly StoredFile[],
  maxStarted: number,
): Promise<{ started: number; failed: number }> {
  const storedKeys = await findRenditions(files.flatMap(renditionKeysOf));
  const incompleteFiles = files.filter((file) => renditionKeysOf(file).some((key) => !storedKeys.has(key)));
  let started = 0;

  const restore = async (file: StoredFile) => {
    // Only a file without `media` is processed. `setMedia` returns false if the file was deleted or replaced since its
    // record was read.
    if (!(await setMedia(file, undefined))) return;
    await startMediaProcessing({ key: file.key });
    started++;
  };

  const filesToRestore = incompleteFiles.slice(0, maxStarted);
  const failed = await processRows(filesToRestore, restore, { ...LOG_OPTIONS, sequential: true });
  return { started, failed };
}

/** Returns the storage keys of the renditions that a file's record names. */
function renditionKeysOf({ key, media }: StoredFile): string[] {
  const address = parseStorageKey(key);
  return address ? (media?.renditions ?? []).map((edge) => renditionKey(address, edge)) : [];
}

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
 * Renditions of a video, song, or PDF can't be made again: they come from its poster, which is deleted after use. Its
 * record then names no renditions, so pages show its icon instead of a broken picture.
 *
 * @param files - records of files. The caller must read them before this call: renditions are stored before a record
 *   names them, so those of a record that was read earlier are missing only if the bucket has lost them.
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
    // Clears the record first, because processing skips a file with `media`. `setMedia` returns false if the file was
    // deleted or replaced since its record was read.
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
  return address ? (media?.renditions ?? []).map((edgePixels) => renditionKey(address, edgePixels)) : [];
}

import type { ListedFile } from '../../../../../shared/contract/files.ts';

/** The result of an action on several files. */
export interface BulkOutcome {
  readonly doneFiles: readonly ListedFile[];
  readonly failures: readonly { readonly file: ListedFile; readonly error: Error }[];
}

interface EachFileOptions {
  /** Maximum number of requests at the same time. */
  readonly maxParallel: number;
  /** Returns whether all remaining files would fail with the same error. They then fail without a request. */
  readonly failsAllRemaining?: (error: Error) => boolean;
}

/**
 * Sends a request for each file. A failure doesn't stop other requests, unless `failsAllRemaining` returns true for it.
 *
 * @returns the files that succeeded, and the failed files with their errors
 */
export async function forEachFile(
  files: readonly ListedFile[],
  send: (file: ListedFile) => Promise<unknown>,
  { maxParallel, failsAllRemaining = () => false }: EachFileOptions,
): Promise<BulkOutcome> {
  const errors = new Map<ListedFile, Error>();
  let finalError: Error | undefined;
  // All workers take their files from this iterator.
  const queue = files.values();

  async function trySend(file: ListedFile): Promise<Error | undefined> {
    try {
      await send(file);
      return undefined;
    } catch (failure) {
      return failure instanceof Error ? failure : new Error(String(failure));
    }
  }

  async function sendQueued(): Promise<void> {
    for (const file of queue) {
      const error = finalError ?? (await trySend(file));
      if (!error) continue;

      if (failsAllRemaining(error)) finalError = error;
      errors.set(file, error);
    }
  }

  await Promise.all(Array.from({ length: maxParallel }, sendQueued));

  // Both lists have the order of the files, not of the responses.
  return {
    doneFiles: files.filter((file) => !errors.has(file)),
    failures: files.flatMap((file) => {
      const error = errors.get(file);
      return error ? [{ file, error }] : [];
    }),
  };
}

import type { ListedFile } from '../../../../../shared/contract/files.ts';

/** The result of an action on several files. */
export interface Outcome {
  readonly doneFiles: readonly ListedFile[];
  readonly failures: readonly { readonly file: ListedFile; readonly error: Error }[];
}

interface EachFileOptions {
  /** Maximum number of requests at the same time. */
  readonly parallel: number;
  /** Whether the remaining files would also fail. They then fail with this error, without a request. */
  readonly isFinal?: (error: Error) => boolean;
}

/** Sends a request for each file. Returns which files succeeded and failed. A failure doesn't stop other requests. */
export async function forEachFile(
  files: readonly ListedFile[],
  send: (file: ListedFile) => Promise<unknown>,
  { parallel, isFinal = () => false }: EachFileOptions,
): Promise<Outcome> {
  const errors = new Map<ListedFile, Error>();
  let finalError: Error | undefined;
  // All workers take their files from this iterator.
  const queue = files.values();

  async function work(): Promise<void> {
    for (const file of queue) {
      try {
        if (finalError) throw finalError;
        await send(file);
      } catch (failure) {
        const error = failure instanceof Error ? failure : new Error(String(failure));
        if (isFinal(error)) finalError = error;
        errors.set(file, error);
      }
    }
  }

  await Promise.all(Array.from({ length: parallel }, work));

  return {
    doneFiles: files.filter((file) => !errors.has(file)),
    failures: files.flatMap((file) => {
      const error = errors.get(file);
      return error ? [{ file, error }] : [];
    }),
  };
}

import { makeZip } from 'client-zip';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import type { BulkOutcome } from '../each-file.ts';
import { buildZipNames } from './zip-names.ts';

/** How many files are requested ahead of the file that is being written. */
const FILES_AHEAD = 3;

interface ZipOptions {
  /** Requests a file's bytes. */
  readonly open: (file: ListedFile) => Promise<Response>;
  /** Receives the number of bytes whenever some have arrived. */
  readonly onBytes: (bytes: number) => void;
}

/** A zip archive that is being written. */
interface Zip {
  readonly stream: ReadableStream<Uint8Array>;
  /** Returns the files in the archive, and the failed files. Complete once the stream has ended. */
  readonly getOutcome: () => BulkOutcome;
}

/** The response with a file's bytes, or why it can't be opened. */
type OpenResult = { readonly response: Response } | { readonly error: Error };

/**
 * Returns a zip archive of files as a stream. Files that can't be opened are left out.
 *
 * The stream fails if a file breaks off in the middle, or if no file can be opened.
 */
export function writeZip(files: readonly ListedFile[], { open, onBytes }: ZipOptions): Zip {
  const names = buildZipNames(files.map(({ fileName }) => fileName));
  const doneFiles: ListedFile[] = [];
  const failures: { file: ListedFile; error: Error }[] = [];

  const openSafely = (file: ListedFile): Promise<OpenResult> =>
    open(file).then(
      (response) => ({ response }),
      (error) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
    );

  // Yields the entries of the archive, as the stream needs them.
  async function* generateEntries() {
    const openings: Promise<OpenResult>[] = [];

    for (const [index, file] of files.entries()) {
      // Requests the next files in advance, so that the stream doesn't wait for each response.
      const requestedCount = Math.min(index + 1 + FILES_AHEAD, files.length);
      while (openings.length < requestedCount) {
        openings.push(openSafely(files[openings.length] as ListedFile));
      }

      const openResult = (await openings[index]) as OpenResult;
      if ('error' in openResult) {
        failures.push({ file, error: openResult.error });
        continue;
      }

      const input = (openResult.response.body ?? new Blob([]).stream()).pipeThrough(countBytes(onBytes));
      yield { name: names[index], lastModified: new Date(file.lastModified), input };
      // Continues here only after the archive contains the whole file.
      doneFiles.push(file);
    }

    if (doneFiles.length === 0 && failures[0]) throw failures[0].error;
  }

  return { stream: makeZip(generateEntries()), getOutcome: () => ({ doneFiles, failures }) };
}

/** Passes bytes on, and reports their number. */
function countBytes(onBytes: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      onBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
}

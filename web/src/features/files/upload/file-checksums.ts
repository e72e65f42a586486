import { MULTIPART_PART_BYTES, MULTIPART_THRESHOLD_BYTES } from '../../../../../shared/rules/limits.ts';
import { combineChecksums, computeChecksum } from '../../../../../shared/upload/checksum.ts';
import { type Part, planParts } from './parts/part-plan.ts';

/** The options of {@link FileChecksums.computeWhole}. */
interface WholeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Receives the share of the file that was read, in whole percent. */
  readonly onProgress?: (percent: number) => void;
}

/**
 * Computes the checksum of each part of a file once.
 *
 * Reads one part at a time, so a large file needs little memory. The browser computes the checksums outside the main
 * thread, so the page stays responsive.
 */
export class FileChecksums {
  readonly partSize: number;
  readonly #file: Blob;
  readonly #plan: readonly Part[];
  /** The computed checksums, by part number. */
  readonly #checksums = new Map<number, Promise<string>>();

  constructor(file: Blob, partSize: number) {
    this.partSize = partSize;
    this.#file = file;
    this.#plan = planParts(file.size, partSize);
  }

  /** Returns the checksum of one part, and caches it. Rejects if the file can't be read. */
  computePart(partNumber: number): Promise<string> {
    const cachedChecksum = this.#checksums.get(partNumber);
    if (cachedChecksum) return cachedChecksum;

    const checksum = this.#readAndCompute(partNumber);
    this.#checksums.set(partNumber, checksum);
    // A failed checksum isn't cached, so the next attempt reads the part again.
    checksum.catch(() => this.#checksums.delete(partNumber));

    return checksum;
  }

  /**
   * Returns the checksum that S3 computes for the whole file.
   *
   * Rejects if the file can't be read, or with the signal's reason.
   */
  async computeWhole({ signal, onProgress }: WholeOptions = {}): Promise<string> {
    const partChecksums: string[] = [];

    for (const { partNumber, start, size } of this.#plan) {
      signal?.throwIfAborted();
      partChecksums.push(await this.computePart(partNumber));
      onProgress?.(Math.floor(((start + size) / this.#file.size) * 100));
    }
    signal?.throwIfAborted();

    // S3 combines the checksums of several parts. A file of one part has the checksum of that part.
    const [firstChecksum, ...otherChecksums] = partChecksums;
    const hasOnePart = firstChecksum !== undefined && otherChecksums.length === 0;
    return hasOnePart ? firstChecksum : combineChecksums(partChecksums);
  }

  async #readAndCompute(partNumber: number): Promise<string> {
    const { start, size } = this.#plan[partNumber - 1] ?? { start: 0, size: 0 };
    return computeChecksum(await this.#file.slice(start, start + size).arrayBuffer());
  }
}

/** The checksums of each file that is still in use. */
const cache = new WeakMap<Blob, FileChecksums>();

/** Returns whether a file is large enough to be sent in parts. Such an upload can be paused and resumed. */
export function usesMultipart(file: Blob): boolean {
  return file.size > MULTIPART_THRESHOLD_BYTES;
}

/** Returns the checksums of a file for its upload: as a whole, or in parts of this size in bytes. */
export function checksumsOf(
  file: Blob,
  partSize = usesMultipart(file) ? MULTIPART_PART_BYTES : file.size,
): FileChecksums {
  const cachedChecksums = cache.get(file);
  if (cachedChecksums?.partSize === partSize) return cachedChecksums;

  const checksums = new FileChecksums(file, partSize);
  cache.set(file, checksums);

  return checksums;
}

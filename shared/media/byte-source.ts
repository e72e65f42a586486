/** Random access to a file's bytes: of a file in the browser, an object in S3, or bytes in memory. */
export interface ByteSource {
  /** The file's size in bytes. */
  readonly size: number;
  /**
   * Returns the bytes from `start` to `end` (exclusive), both between 0 and `size`. They may share the source's memory,
   * so copy them before you change them.
   */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Thrown if the structure of a file can't be read. `planCleaning` reports such a file as unreadable. */
export class InvalidMediaError extends Error {
  override readonly name = 'InvalidMediaError';
}

/** The part of `Blob` that a source needs, so that the server compiles without the types of the DOM. */
interface SliceableBlob {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Returns a source that reads a `Blob` or `File`. */
export function fromBlob(blob: SliceableBlob): ByteSource {
  return {
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}

/** Returns a source that reads bytes in memory. The results of its reads share that memory. */
export function fromBytes(bytes: Uint8Array<ArrayBuffer>): ByteSource {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** Bytes that a buffered source reads at a time. A request for a smaller range of an S3 object takes as long. */
const BUFFER_BYTES = 256 * 1024;

/**
 * Returns a source that reads ahead, so that many small reads of nearby bytes cost few requests. Holds one buffer.
 *
 * Its `read` throws InvalidMediaError for a range outside the file, because only a file with a wrong length field leads
 * to such a range.
 */
export function withReadAhead(source: ByteSource, bufferBytes = BUFFER_BYTES): ByteSource {
  let bufferStart = 0;
  let buffer: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  return {
    size: source.size,
    async read(start, end) {
      if (!(start >= 0 && start <= end && end <= source.size)) {
        throw new InvalidMediaError(`No bytes ${start} to ${end}`);
      }

      if (start < bufferStart || end > bufferStart + buffer.length) {
        buffer = await source.read(start, Math.min(source.size, Math.max(end, start + bufferBytes)));
        bufferStart = start;
      }
      return buffer.subarray(start - bufferStart, end - bufferStart);
    },
  };
}

/** Random access to a file's bytes: of a file in the browser, an object in S3, or bytes in memory. */
export interface ByteSource {
  /** Bytes of the whole file. */
  readonly size: number;
  /** Returns the bytes from `start` to `end` (exclusive). Both lie between 0 and `size`. Copy them to change them. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** A file whose structure can't be read. `planCleaning` reports it as unreadable. */
export class InvalidMedia extends Error {
  override readonly name = 'InvalidMedia';
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

/** Bytes of one read of a buffered source. A request for a smaller range of an S3 object takes as long. */
const WINDOW_BYTES = 256 * 1024;

/**
 * Returns a source that reads ahead, so that many small reads of nearby bytes cost few requests. Holds one window.
 *
 * Its `read` throws InvalidMedia for a range outside the file, because only a wrong length in a file causes such a
 * read.
 */
export function withReadAhead(source: ByteSource, windowBytes = WINDOW_BYTES): ByteSource {
  let windowStart = 0;
  let window: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  return {
    size: source.size,
    async read(start, end) {
      if (!(start >= 0 && start <= end && end <= source.size)) throw new InvalidMedia(`No bytes ${start} to ${end}`);

      if (start < windowStart || end > windowStart + window.length) {
        window = await source.read(start, Math.min(source.size, Math.max(end, start + windowBytes)));
        windowStart = start;
      }
      return window.subarray(start - windowStart, end - windowStart);
    },
  };
}

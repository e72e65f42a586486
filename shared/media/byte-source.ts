/**
 * Random access to a file's bytes, the same for a file in the browser, an object in S3, and bytes in memory.
 */

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

/** Returns a source that reads bytes in memory. What it returns shares their memory. */
export function fromBytes(bytes: Uint8Array<ArrayBuffer>): ByteSource {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** Bytes that one read of a buffered source requests. A range request to S3 takes as long for less. */
const WINDOW = 256 * 1024;

/**
 * Returns a source that reads ahead, so that many small reads of nearby bytes cost few requests. It holds one window.
 *
 * Its `read` throws InvalidMedia for a range outside the file, because only a wrong length in a file leads there.
 */
export function withReadAhead(source: ByteSource, windowBytes = WINDOW): ByteSource {
  let from = 0;
  let heldBytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  return {
    size: source.size,
    async read(start, end) {
      if (!(start >= 0 && start <= end && end <= source.size)) throw new InvalidMedia(`No bytes ${start} to ${end}`);
      if (start < from || end > from + heldBytes.length) {
        heldBytes = await source.read(start, Math.min(source.size, Math.max(end, start + windowBytes)));
        from = start;
      }
      return heldBytes.subarray(start - from, end - from);
    },
  };
}

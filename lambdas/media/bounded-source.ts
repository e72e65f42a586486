import type { ByteSource } from '../../shared/media/byte-source.ts';

/** Limits of the reads of one file. */
interface ReadLimits {
  readonly requests: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** Thrown when the reads of a file exceed their limits. */
export class ReadLimitReached extends Error {
  override readonly name = 'ReadLimitReached';
}

/**
 * Returns a source whose reads throw ReadLimitReached once they exceed these limits. This stops parsers of hostile
 * files, which follow offsets in the file.
 */
export function limitReads(source: ByteSource, { requests, bytes, seconds }: ReadLimits): ByteSource {
  const deadline = performance.now() + seconds * 1000;
  let remainingRequests = requests;
  let remainingBytes = bytes;

  return {
    size: source.size,
    async read(from, to) {
      remainingRequests -= 1;
      remainingBytes -= to - from;
      if (remainingRequests < 0 || remainingBytes < 0 || performance.now() > deadline) throw new ReadLimitReached();
      return source.read(from, to);
    },
  };
}

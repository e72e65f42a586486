import type { ByteSource } from '../../shared/media/byte-source.ts';

/** How much a reader may read of a file. */
interface ReadLimits {
  readonly requests: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** More was read of a file than its limits allow. */
export class ReadLimitReached extends Error {
  override readonly name = 'ReadLimitReached';
}

/**
 * Returns a source whose reads throw ReadLimitReached once they exceed these limits. Parsers of hostile files, which
 * follow offsets in the file, end there.
 */
export function limitReads(source: ByteSource, { requests, bytes, seconds }: ReadLimits): ByteSource {
  const end = performance.now() + seconds * 1000;
  let remainingRequests = requests;
  let remainingBytes = bytes;

  return {
    size: source.size,
    async read(from, to) {
      remainingRequests -= 1;
      remainingBytes -= to - from;
      if (remainingRequests < 0 || remainingBytes < 0 || performance.now() > end) throw new ReadLimitReached();
      return source.read(from, to);
    },
  };
}

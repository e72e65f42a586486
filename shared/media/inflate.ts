import { concatBytes } from './bytes.ts';

/**
 * Returns what zlib data hold, up to about `limit` bytes: a short file can hold gigabytes. Broken data may give nothing.
 *
 * For texts that are removed in any case, so that their kind can be named.
 */
export async function inflate(data: Uint8Array<ArrayBuffer>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const pieces: Uint8Array[] = [];

  try {
    for (let size = 0; size < limit; ) {
      const { value, done } = await reader.read();
      if (done) break;
      pieces.push(value);
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // Broken data, whose start is enough.
  }

  return concatBytes(...pieces);
}

import { concatBytes } from './bytes.ts';

/**
 * Decompresses zlib data up to about `limit` bytes, because a short file can contain gigabytes. Broken data may give no
 * bytes.
 *
 * For texts that are removed in any case. The caller only needs the kind of their data.
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
    // The data is broken. Its readable start is enough.
  }

  return concatBytes(...pieces);
}

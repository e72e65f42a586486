/** The start of an AVIF sequence: after the size of the first box, its type and the brand. */
const SEQUENCE_START = 'ftypavis';

/** Position of that start, and of the brand, in bytes. */
const TYPE_START = 4;
const BRAND_START = 8;

/** Returns whether a file is an AVIF sequence, which is an animation, from its first bytes. */
export function isAvifSequence(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(TYPE_START, TYPE_START + SEQUENCE_START.length));
  return text === SEQUENCE_START;
}

/**
 * Returns an AVIF sequence as a still picture, with the brand `avif`, and other files unchanged.
 *
 * libvips rejects the brand of sequences, although most of them have a still picture, too.
 */
export function toStillAvif(bytes: Uint8Array): Uint8Array {
  if (!isAvifSequence(bytes)) return bytes;

  const stillPicture = bytes.slice();
  stillPicture.set(new TextEncoder().encode('avif'), BRAND_START);
  return stillPicture;
}

import { InvalidMediaError } from './byte-source.ts';
import { concatBytes, fromLatin1, viewOf } from './bytes.ts';
import { BOX_HEADER_BYTES } from './iso-boxes.ts';

/** Builds a box. Its type is given as four letters or four bytes. */
export function makeBox(type: string | Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const letters = typeof type === 'string' ? fromLatin1(type) : type;
  const box = concatBytes(new Uint8Array(4), letters, ...parts);
  viewOf(box).setUint32(0, box.length);
  return box;
}

/**
 * Appends a `free` box to a box, or to no bytes, so that the result has `size` bytes.
 *
 * @throws InvalidMediaError if the box is larger
 */
export function padBox(box: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const gap = size - box.length;
  if (gap === 0) return concatBytes(box);
  if (gap < 0) throw new InvalidMediaError();
  if (gap >= BOX_HEADER_BYTES) return concatBytes(box, makeBox('free', new Uint8Array(gap - BOX_HEADER_BYTES)));

  // The gap is too small for a box. Readers ignore fewer than 8 bytes at the end of a list of boxes.
  return makeBox(box.subarray(4, BOX_HEADER_BYTES), box.subarray(BOX_HEADER_BYTES), new Uint8Array(gap));
}

import { isAvifSequence } from './avif-sequence.ts';

/** The flag of an animation in the first byte of VP8X's data. */
const WEBP_ANIMATION = 0x02;

/**
 * Returns whether a PNG, WebP, or AVIF is an animation, from its first bytes.
 *
 * Browsers declare them as still pictures. Whether a GIF moves isn't known before its second frame.
 *
 * @param head - contains the bytes before the pixels
 */
export function isAnimated(head: Uint8Array): boolean {
  if (isAvifSequence(head)) return true;

  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const textAt = (start: number) => bytes.toString('latin1', start, start + 4);
  // A WebP with features begins with the chunk VP8X, whose data starts at byte 20.
  if (textAt(0) === 'RIFF' && textAt(8) === 'WEBP') return textAt(12) === 'VP8X' && (bytes[20]! & WEBP_ANIMATION) !== 0;
  if (textAt(1) !== 'PNG\r') return false;

  // Readers ignore the chunk acTL after the pixels, which are in IDAT.
  const controlStart = bytes.indexOf('acTL');
  const pixelsStart = bytes.indexOf('IDAT');
  return controlStart >= 0 && (pixelsStart < 0 || controlStart < pixelsStart);
}

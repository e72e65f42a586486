/** Bytes up to the end of the size in each of the formats. */
const HEADER_BYTES = 30;

/** Selects the 14 bits of a width or height in VP8 and VP8L, and the 24 bits in VP8X. */
const LOW_14_BITS = 0x3fff;
const LOW_24_BITS = 0xffffff;

/** The size of a picture, in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size that a WebP file states, or undefined for other formats. The size of an animation is that of its
 * canvas.
 *
 * sharp allocates four bytes per pixel when it reads the header of a WebP: up to 1 GB for a file of 200 bytes. So check
 * the size before you pass a WebP to sharp.
 *
 * @param bytes - at least the first 30 bytes, or the whole file
 */
export function readWebpSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;

  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const textAt = (offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4));
  if (textAt(0) !== 'RIFF' || textAt(8) !== 'WEBP') return undefined;

  // The type of the first chunk. Its length follows it, and its data starts at byte 20.
  const format = textAt(12);
  if (format === 'VP8X') {
    // Extended: the canvas's width minus one in bytes 24 to 26, and its height minus one in bytes 27 to 29.
    const width = view.getUint32(24, true) & LOW_24_BITS;
    const height = view.getUint32(26, true) >>> 8;
    return { width: width + 1, height: height + 1 };
  }

  if (format === 'VP8L') {
    // Lossless: a signature in byte 20. Then the width and the height, each minus one, in 14 bits.
    const sizes = view.getUint32(21, true);
    return { width: (sizes & LOW_14_BITS) + 1, height: ((sizes >>> 14) & LOW_14_BITS) + 1 };
  }
  if (format !== 'VP8 ') return undefined;

  // Lossy: the frame tag (3 bytes) and the start code (3 bytes). Then the width and the height in 14 bits each, after
  // which two bits state a scale.
  return { width: view.getUint16(26, true) & LOW_14_BITS, height: view.getUint16(28, true) & LOW_14_BITS };
}

import { describe, expect, it } from 'vitest';
import { fromBytes } from './byte-source.ts';
import { countPixels } from './count-pixels.ts';

/** Counts the pixels of a picture with these parts: texts in Latin-1, and bytes. */
function count(type: string, ...parts: readonly (string | readonly number[])[]): Promise<number> {
  const bytes = parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part));
  return countPixels(fromBytes(new Uint8Array(bytes)), type);
}

/** A frame header of a JPEG: marker, length, precision, height 500, and width 3,000. */
const frame = (marker: number) => [0xff, marker, 0, 17, 8, 0x01, 0xf4, 0x0b, 0xb8, 3, ...new Array(9).fill(0)];
const JPEG_START = [0xff, 0xd8];
const COMMENT = [0xff, 0xfe, 0, 4, 1, 2];
/** The screen of a GIF: 10 x 20 pixels, with a colour table of two colours. */
const GIF_START = ['GIF89a', [10, 0, 20, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]] as const;

describe('countPixels', () => {
  it('multiplies the width and the height of a PNG', async () => {
    const size = [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30];
    expect(await count('image/png', '\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', size, [1, 0, 0, 0, 0])).toBe(9e8);
  });

  it('multiplies the width and the height of a WebP', async () => {
    const canvas = [0, 0, 0, 0, 0xff, 0x3f, 0, 0xff, 0x3f, 0];
    expect(await count('image/webp', 'RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0], canvas)).toBe(16384 ** 2);
  });

  it.each([0xc0, 0xc1, 0xc2, 0xc9, 0xcf])('finds the frame header %i of a JPEG', async (marker) => {
    expect(await count('image/jpeg', JPEG_START, COMMENT, frame(marker))).toBe(1_500_000);
  });

  it.each<[title: string, bytes: readonly number[]]>([
    ['fill bytes', [0xff, 0xff, 0xff]],
    ['bytes between segments', [1, 2, 3, 0, 0xff, 0]],
    ['a restart marker', [0xff, 0xd0]],
    ['tables', [0xff, 0xc4, 0, 3, 0, 0xff, 0xcc, 0, 3, 0]],
    ['long metadata', [0xff, 0xe1, 0xff, 0xff, ...new Array(0xfffd).fill(7), ...COMMENT]],
  ])('finds the frame header of a JPEG after %s', async (_title, bytes) => {
    expect(await count('image/jpeg', JPEG_START, bytes, frame(0xc0))).toBe(1_500_000);
  });

  it('returns the pixels of the screen or of the first picture of a GIF, whichever is larger', async () => {
    const extension = [0x21, 0xf9, 4, 0, 0, 0, 0, 0];
    const picture = (size: number) => [0x2c, 0, 0, 0, 0, size & 255, size >> 8, size & 255, size >> 8, 0];

    expect(await count('image/gif', ...GIF_START, extension, picture(5))).toBe(200);
    expect(await count('image/gif', ...GIF_START, extension, extension, picture(60_000))).toBe(3_600_000_000);
    expect(await count('image/gif', ...GIF_START, extension)).toBe(200);
  });

  it.each<[title: string, type: string, bytes: readonly number[]]>([
    ['an empty PNG', 'image/png', []],
    ['a JPEG without a frame header', 'image/jpeg', [...JPEG_START, ...COMMENT, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]],
    ['a JPEG that ends in a segment', 'image/jpeg', [...JPEG_START, 0xff, 0xe1, 0xff, 0xff, 0, 0, 0, 0]],
    ['a short GIF', 'image/gif', [0x47, 0x49, 0x46]],
    ['a short WebP', 'image/webp', [0x52, 0x49, 0x46, 0x46]],
  ])('returns 0 for %s', async (_title, type, bytes) => {
    expect(await count(type, bytes)).toBe(0);
  });
});

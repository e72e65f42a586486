/**
 * Tests of the size that a picture states in its header. Browsers allocate memory for the stated pixels, so a picture
 * of a few kilobytes that states billions of pixels must be found without decoding it.
 */
import { describe, expect, it } from 'vitest';
import { fromBytes } from './byte-source.ts';
import { countPixels } from './count-pixels.ts';

/** Counts the pixels of a picture with these parts: texts in Latin-1, and bytes. */
function count(type: string, ...parts: readonly (string | readonly number[])[]): Promise<number> {
  const bytes = parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part));
  return countPixels(fromBytes(new Uint8Array(bytes)), type);
}

const zeroBytes = (length: number): number[] => new Array(length).fill(0);

/** Returns a number as two bytes, most significant first (JPEG), or reversed (GIF). */
const toBigEndian = (value: number) => [value >> 8, value & 0xff];
const toLittleEndian = (value: number) => toBigEndian(value).reverse();

const JPEG_START = [0xff, 0xd8];
const JPEG_COMMENT = [0xff, 0xfe, 0, 4, 1, 2];

/** The size that the frame header of a JPEG states. */
const JPEG_WIDTH = 3000;
const JPEG_HEIGHT = 500;
const JPEG_PIXELS = JPEG_WIDTH * JPEG_HEIGHT;

/** Builds the frame header of a JPEG: marker, length of 17 bytes, 8 bits per sample, size, and three components. */
const buildJpegFrame = (marker: number) => [
  ...[0xff, marker, 0, 17, 8],
  ...toBigEndian(JPEG_HEIGHT),
  ...toBigEndian(JPEG_WIDTH),
  ...[3, ...zeroBytes(9)],
];

/** Marker of the frame header of most JPEGs. */
const BASELINE = 0xc0;

const GIF_SCREEN = { width: 10, height: 20 };
const GIF_SCREEN_PIXELS = GIF_SCREEN.width * GIF_SCREEN.height;

/** The start of a GIF: its screen, flags for a colour table of two colours, and this table. */
const GIF_START = [
  'GIF89a',
  [...toLittleEndian(GIF_SCREEN.width), ...toLittleEndian(GIF_SCREEN.height), 0x80, 0, 0],
  [0, 0, 0, 255, 255, 255],
] as const;

/** An extension of a GIF, which readers skip. */
const GIF_EXTENSION = [0x21, 0xf9, 4, 0, 0, 0, 0, 0];

/** Builds the descriptor of a square picture in a GIF, at the screen's upper left corner. */
const buildGifPicture = (edge: number) => [0x2c, 0, 0, 0, 0, ...toLittleEndian(edge), ...toLittleEndian(edge), 0];

describe('countPixels', () => {
  it('multiplies the width and the height of a PNG', async () => {
    const edge = [0, 0, ...toBigEndian(30_000)];
    const pixels = await count('image/png', '\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', edge, edge, [1, 0, 0, 0, 0]);

    expect(pixels).toBe(30_000 ** 2);
  });

  it('multiplies the width and the height of a WebP', async () => {
    // A WebP states its width and height minus one, in three bytes each.
    const edge = [...toLittleEndian(16_384 - 1), 0];
    const pixels = await count('image/webp', 'RIFF', zeroBytes(4), 'WEBPVP8X', [10, 0, 0, 0], zeroBytes(4), edge, edge);

    expect(pixels).toBe(16_384 ** 2);
  });

  it.each([BASELINE, 0xc1, 0xc2, 0xc9, 0xcf])('finds the frame header %i of a JPEG', async (marker) => {
    expect(await count('image/jpeg', JPEG_START, JPEG_COMMENT, buildJpegFrame(marker))).toBe(JPEG_PIXELS);
  });

  it.each<[title: string, bytes: readonly number[]]>([
    ['fill bytes', [0xff, 0xff, 0xff]],
    ['bytes between segments', [1, 2, 3, 0, 0xff, 0]],
    ['a restart marker', [0xff, 0xd0]],
    // The markers of tables are among those of frame headers.
    ['tables', [0xff, 0xc4, 0, 3, 0, 0xff, 0xcc, 0, 3, 0]],
    // The longest segment: its length includes the two bytes of the length itself.
    ['long metadata', [0xff, 0xe1, 0xff, 0xff, ...new Array(0xffff - 2).fill(7), ...JPEG_COMMENT]],
  ])('finds the frame header of a JPEG after %s', async (_title, bytes) => {
    expect(await count('image/jpeg', JPEG_START, bytes, buildJpegFrame(BASELINE))).toBe(JPEG_PIXELS);
  });

  it('returns the pixels of the screen or of the first picture of a GIF, whichever is larger', async () => {
    const smallPicture = buildGifPicture(5);
    const largePicture = buildGifPicture(60_000);

    expect(await count('image/gif', ...GIF_START, GIF_EXTENSION, smallPicture)).toBe(GIF_SCREEN_PIXELS);
    expect(await count('image/gif', ...GIF_START, GIF_EXTENSION, GIF_EXTENSION, largePicture)).toBe(60_000 ** 2);
  });

  it('returns the pixels of the screen of a GIF without a picture', async () => {
    expect(await count('image/gif', ...GIF_START, GIF_EXTENSION)).toBe(GIF_SCREEN_PIXELS);
  });

  it.each<[title: string, type: string, bytes: readonly number[]]>([
    ['an empty PNG', 'image/png', []],
    // The marker 0xda begins the pixels.
    [
      'a JPEG without a frame header',
      'image/jpeg',
      [...JPEG_START, ...JPEG_COMMENT, 0xff, 0xda, 0, 8, ...zeroBytes(6)],
    ],
    ['a JPEG that ends in a segment', 'image/jpeg', [...JPEG_START, 0xff, 0xe1, 0xff, 0xff, ...zeroBytes(4)]],
    ['a short GIF', 'image/gif', [...Buffer.from('GIF')]],
    ['a short WebP', 'image/webp', [...Buffer.from('RIFF')]],
  ])('returns 0 for %s', async (_title, type, bytes) => {
    expect(await count(type, bytes)).toBe(0);
  });
});

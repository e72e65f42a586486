/**
 * Tests of small files that state huge pictures. Decoding them would fill a function's memory, so the stated size is
 * checked first.
 */
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fromBytes } from '../../shared/media/byte-source.ts';
import { readWebpSize } from '../../shared/media/read-webp-size.ts';
import { HEIC } from '../../test/support/media-corpus/heic-picture.ts';
import { decodePicture } from './decode-picture.ts';
import { loadSharp } from './load-sharp.ts';
import { NotRenderable } from './not-renderable.ts';
import { readPictureSize } from './read-picture-size.ts';
import { drawQuarters } from './sample-pictures.ts';

const sharp = await loadSharp();

/** CPU time of a refusal, in microseconds. Decoding the pixels would take several times as long. */
const MAX_CPU_MICROSECONDS = 500_000;

/** The marker SOF0 of a JPEG, the length of its segment, and the bits of a sample. The height and the width follow. */
const JPEG_FRAME_START = '\xff\xc0\x00\x11\x08';

/** The start code of a lossy WebP's key frame. */
const VP8_START_CODE = '\x9d\x01\x2a';

/** The type, version, and flags of the box with the size of an AVIF or HEIC picture. */
const ISPE_START = 'ispe\0\0\0\0';

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

/** Builds a small file whose header states a square picture with this edge, in pixels. */
async function declareSize(format: Format, edge: number): Promise<Buffer> {
  const file = Buffer.from(format === 'heic' ? HEIC : await sharp(drawQuarters(16, 16)).toFormat(format).toBuffer());

  /** Writes the edge as the width and the height, which come right after a marker. */
  const writeSize = (marker: string, bytes: 2 | 4, { isLittleEndian = false } = {}) => {
    const start = file.indexOf(marker, 0, 'latin1') + marker.length;
    for (const offset of [start, start + bytes]) {
      if (isLittleEndian) file.writeUIntLE(edge, offset, bytes);
      else file.writeUIntBE(edge, offset, bytes);
    }
  };

  switch (format) {
    case 'jpeg':
      writeSize(JPEG_FRAME_START, 2);
      break;
    case 'webp':
      writeSize(VP8_START_CODE, 2, { isLittleEndian: true });
      break;
    case 'avif':
    case 'heic':
      writeSize(ISPE_START, 4);
      break;
    case 'png':
      writeSize('IHDR', 4);
      // Decoders check the header's checksum. It follows the type and the data of IHDR, in bytes 12 to 28.
      file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
      break;
    case 'gif':
      writeSize('GIF89a', 2, { isLittleEndian: true });
      // The image separator of the first frame, and its position (0, 0).
      writeSize('\x2c\0\0\0\0', 2, { isLittleEndian: true });
      break;
  }

  return file;
}

/** The smallest edge of a square picture above the limit of its format: 100, 40 (AVIF), or 50 (HEIC) million pixels. */
const TOO_LARGE = [
  ['jpeg', 10_001],
  ['png', 10_001],
  ['webp', 10_001],
  ['gif', 10_001],
  ['avif', 6325],
  ['heic', 7072],
] as const;

describe('decodePicture', () => {
  it.each(TOO_LARGE)('refuses a small %s that states %i pixels per edge before decoding it', async (format, edge) => {
    const file = await declareSize(format, edge);
    const startUsage = process.cpuUsage();
    const startMemory = process.memoryUsage().rss;

    await expect(decodePicture(file)).rejects.toThrow(/pixel/);

    expect(process.cpuUsage(startUsage).user).toBeLessThan(MAX_CPU_MICROSECONDS);
    // One byte per pixel would be 40 MB or more. A decoder needs three or four.
    expect(process.memoryUsage().rss - startMemory).toBeLessThan(40_000_000);

    await expect(decodePicture(file)).rejects.toBeInstanceOf(NotRenderable);
  });

  it.each(TOO_LARGE)('accepts the header of a %s below %i pixels per edge', async (format, edge) => {
    const error = await decodePicture(await declareSize(format, edge - 1)).catch((reason: unknown) => reason);

    // The file has fewer pixels than its header states, so decoders may fail. But they don't refuse the stated size.
    expect(String(error)).not.toMatch(/pixel limit|\d pixels/);
  });
});

describe('readPictureSize', () => {
  it('returns the size of a WebP that is too large to render, without the memory for its pixels', async () => {
    const file = new Uint8Array(await declareSize('webp', 16_383));
    const startMemory = process.memoryUsage().rss;

    expect(await readPictureSize(fromBytes(file))).toEqual({ width: 16_383, height: 16_383 });

    expect(process.memoryUsage().rss - startMemory).toBeLessThan(100_000_000);
  });
});

describe('readWebpSize', () => {
  it.each([
    ['lossy', { quality: 80 }, 3],
    ['lossless', { lossless: true }, 3],
    ['lossy with opacity', { quality: 80 }, 4],
  ] as const)('returns the size of a %s picture', async (_, options, channels) => {
    const picture = sharp({ create: { width: 301, height: 77, channels, background: '#12345678' } });

    expect(readWebpSize(await picture.webp(options).toBuffer())).toEqual({ width: 301, height: 77 });
  });

  it('returns the size of an animation', async () => {
    const frames = sharp(Buffer.alloc(30 * 40 * 3), { raw: { width: 30, height: 40, channels: 3, pageHeight: 20 } });

    expect(readWebpSize(await frames.webp().toBuffer())).toEqual({ width: 30, height: 20 });
  });

  it('returns undefined for other formats and incomplete headers', async () => {
    expect(readWebpSize(drawQuarters(8, 8))).toBeUndefined();
    expect(readWebpSize((await declareSize('webp', 9)).subarray(0, 29))).toBeUndefined();
  });
});

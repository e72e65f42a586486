/** Tests that hostile picture files are refused before they cost much time or memory, and cause no other error. */
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEIC } from '../../test/support/media-corpus/heic-picture.ts';
import { loadSharp } from './load-sharp.ts';
import { NotRenderable } from './not-renderable.ts';
import { MAX_RENDERABLE_BYTES, renderPicture } from './render-picture.ts';
import { buildPngChunk, drawQuarters } from './sample-pictures.ts';

const sharp = await loadSharp();

/** CPU time of a refusal, in microseconds. Decoding the pixels would take several times as long. */
const MAX_CPU_MICROSECONDS = 500_000;

describe('renderPicture, with hostile files', () => {
  /** Builds a PNG that states this size. Its pixels are 30 MB of zeros, which compress to a thousandth of that. */
  function createBomb(width: number, height: number): Buffer {
    const png = drawQuarters(1, 1);
    // The type IHDR, the width, the height, and five bytes of settings. The checksum follows at byte 29.
    const header = png.subarray(12, 29);
    header.writeUInt32BE(width, 4);
    header.writeUInt32BE(height, 8);
    png.writeUInt32BE(crc32(header), 29);

    // The signature and the header of a PNG have 33 bytes together.
    const zeros = buildPngChunk('IDAT', deflateSync(Buffer.alloc(30_000_000)));

    return Buffer.concat([png.subarray(0, 33), zeros, buildPngChunk('IEND', Buffer.alloc(0))]);
  }

  it('refuses a picture with too many pixels before decoding it', async () => {
    const startUsage = process.cpuUsage();

    await expect(renderPicture(createBomb(30_000, 30_000))).rejects.toThrow(NotRenderable);

    expect(process.cpuUsage(startUsage).user).toBeLessThan(MAX_CPU_MICROSECONDS);
  });

  it('refuses a header that states more pixels than the file has', async () => {
    await expect(renderPicture(createBomb(9000, 9000))).rejects.toThrow(NotRenderable);
  });

  it('refuses a file with too many bytes', async () => {
    await expect(renderPicture(Buffer.alloc(MAX_RENDERABLE_BYTES + 1))).rejects.toThrow(NotRenderable);
  });

  it('renders the first of many frames', async () => {
    const frameCount = 20_000;
    // A screen of 8 × 8 pixels with two colours.
    const header = [...Buffer.from('GIF89a'), 8, 0, 8, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0];
    // The image separator, a picture of 1 × 1 pixel, the minimum code size 2, and one sub-block. 0x3b ends the file.
    const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
    const animation = Buffer.from([...header, ...new Array(frameCount).fill(frame).flat(), 0x3b]);

    expect((await renderPicture(animation)).renditions).toHaveLength(2);
  });

  const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;

  it.each(FORMATS)('renders a complete %s, and refuses a truncated one', async (format) => {
    const file = await sharp(drawQuarters(64, 64)).toFormat(format).toBuffer();

    expect(await renderPicture(file)).toMatchObject({ width: 64, height: 64 });
    for (const share of [0, 0.1, 0.5, 0.9]) {
      await expect(renderPicture(file.subarray(0, file.length * share))).rejects.toThrow(NotRenderable);
    }
  });

  it.each([false, true])(
    'renders a JPEG without end marker only if no pixels are missing (progressive: %s)',
    async (progressive) => {
      const file = await sharp(drawQuarters(640, 480)).jpeg({ progressive }).toBuffer();

      for (const missingBytes of [1, 2]) {
        expect(await renderPicture(file.subarray(0, -missingBytes))).toMatchObject({ width: 640, height: 480 });
      }
      for (const missingBytes of [6, 20, file.length / 2]) {
        await expect(renderPicture(file.subarray(0, -missingBytes))).rejects.toThrow(NotRenderable);
      }
    },
  );

  it('refuses a truncated HEIC picture', async () => {
    for (const length of [40, 300, HEIC.length - 60]) {
      await expect(renderPicture(HEIC.subarray(0, length))).rejects.toThrow(NotRenderable);
    }
  });

  it('renders or refuses damaged files, and throws no other error', async () => {
    const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const;
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: 'black', noise } });
    const files = await Promise.all(FORMATS.map((format) => picture.clone().toFormat(format).toBuffer()));
    const anyDamage = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), { minLength: 1 });

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), anyDamage, async (file, changes) => {
        const damagedFile = Buffer.from(file);
        for (const [position, value] of changes) damagedFile[Math.floor(position * damagedFile.length)] = value;

        const renderedPicture = await renderPicture(damagedFile).catch((error: unknown) => error);

        if (renderedPicture instanceof Error) expect(renderedPicture).toBeInstanceOf(NotRenderable);
        else expect(renderedPicture).toMatchObject({ placeholder: expect.any(String) });
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'],
    ['PPM', `P6 1 1 255 ${'x'.repeat(3)}`],
    ['TIFF', 'II*\0\x08\0\0\0\0\0'],
    ['text', 'Dear diary'],
  ])('refuses a file of the format %s', async (_name, text) => {
    await expect(renderPicture(Buffer.from(text, 'latin1'))).rejects.toThrow(NotRenderable);
  });
});

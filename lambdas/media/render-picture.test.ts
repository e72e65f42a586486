/**
 * Tests of renditions: WebP pictures of a file with edges of up to 320 and 1280 pixels, upright, in sRGB, and without
 * metadata.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILES_PAGE_SIZE, THUMBNAIL_PIXELS } from '../../shared/rules/limits.ts';
import { HEIC } from '../../test/support/media-corpus/heic-picture.ts';
import { loadSharp } from './load-sharp.ts';
import { RENDITION_BUDGETS, type RenderedPicture, renderPicture } from './render-picture.ts';
import { AVIF_SEQUENCE, BLUE, drawQuarters, GREEN, P3_CHUNK, RED, WHITE } from './sample-pictures.ts';

const sharp = await loadSharp();

/** Returns the colours of the quarters, in the order of {@link drawQuarters}: each channel is 0 or 255. */
async function readQuarters(image: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [0.25, 0.75].flatMap((down) =>
    [0.25, 0.75].map((right) => {
      const start = (Math.floor(info.height * down) * info.width + Math.floor(info.width * right)) * info.channels;
      return [...data.subarray(start, start + 3)].map((value) => (value > 127 ? 255 : 0));
    }),
  );
}

/** Returns the bytes of the rendition whose longer edge has at most this many pixels. */
const findRendition = ({ renditions }: RenderedPicture, edge: number) =>
  renditions.find((rendition) => rendition.edge === edge)!.bytes;

/** Fails the test unless a rendition has the aspect ratio of a picture of this size, and is no larger than its edge. */
async function expectScaled({ edge, bytes }: RenderedPicture['renditions'][number], width: number, height: number) {
  const rendition = await sharp(bytes).metadata();
  const scale = Math.min(1, edge / Math.max(width, height));

  expect(Math.abs(rendition.width - width * scale)).toBeLessThanOrEqual(1);
  expect(Math.abs(rendition.height - height * scale)).toBeLessThanOrEqual(1);
  expect(Math.max(rendition.width, rendition.height)).toBe(Math.min(edge, Math.max(width, height)));
}

describe('renderPicture', () => {
  it('keeps the aspect ratio, and never enlarges a picture', async () => {
    const anyLength = fc.integer({ min: 1, max: 2000 });

    await fc.assert(
      fc.asyncProperty(anyLength, anyLength, async (width, height) => {
        const picture = await sharp({ create: { width, height, channels: 3, background: '#147' } })
          .png()
          .toBuffer();

        const renderedPicture = await renderPicture(picture);

        expect(renderedPicture).toMatchObject({ width, height });
        for (const rendition of renderedPicture.renditions) await expectScaled(rendition, width, height);
      }),
      {
        numRuns: 12,
        examples: [
          [1, 1],
          [1, 2000],
          [320, 320],
          [321, 1],
        ],
      },
    );
  });

  /** The colours of the stored picture for each orientation, so that the upright picture is red, green, blue, white. */
  const STORED_COLOURS: Readonly<Record<number, readonly number[][]>> = {
    1: [RED, GREEN, BLUE, WHITE],
    2: [GREEN, RED, WHITE, BLUE],
    3: [WHITE, BLUE, GREEN, RED],
    4: [BLUE, WHITE, RED, GREEN],
    5: [RED, BLUE, GREEN, WHITE],
    6: [GREEN, WHITE, RED, BLUE],
    7: [WHITE, GREEN, BLUE, RED],
    8: [BLUE, RED, WHITE, GREEN],
  };

  it.each(Object.keys(STORED_COLOURS).map(Number))(
    'turns a picture of EXIF orientation %i upright',
    async (orientation) => {
      const [width, height] = orientation < 5 ? [96, 64] : [64, 96];
      const picture = sharp(drawQuarters(width, height, [...STORED_COLOURS[orientation]!])).withMetadata({
        orientation,
      });

      for (const file of [
        await picture.jpeg().toBuffer(),
        await picture.png().toBuffer(),
        await picture.webp().toBuffer(),
      ]) {
        const renderedPicture = await renderPicture(file);

        expect(renderedPicture).toMatchObject({ width: 96, height: 64 });
        expect(await readQuarters(findRendition(renderedPicture, 320))).toEqual([RED, GREEN, BLUE, WHITE]);
        expect((await sharp(findRendition(renderedPicture, 1280)).metadata()).orientation).toBeUndefined();
      }
    },
  );

  it('turns a HEIC picture upright', async () => {
    const renderedPicture = await renderPicture(HEIC);

    expect(renderedPicture).toMatchObject({ width: 64, height: 96 });
    expect(await readQuarters(findRendition(renderedPicture, 320))).toEqual([GREEN, WHITE, RED, BLUE]);
  });

  it('returns bytes outside the memory that sharp reuses', async () => {
    const { renditions } = await renderPicture(
      await sharp(drawQuarters(96, 64, [RED, GREEN, BLUE, WHITE]))
        .png()
        .toBuffer(),
    );

    expect(renditions.map(({ bytes }) => bytes.buffer instanceof ArrayBuffer)).toEqual([true, true]);
  });

  it.each([8, 16])('converts colours of %i bits to sRGB', async (bits) => {
    const background = { r: 200, g: 60, b: 30 };
    const narrowPicture = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .toColourspace(bits === 16 ? 'rgb16' : 'srgb')
      .png()
      .toBuffer();
    // The same numbers in the wider colour space Display P3 are a stronger red. The colour profile follows the header,
    // which ends at byte 33.
    const widePicture = Buffer.concat([narrowPicture.subarray(0, 33), P3_CHUNK, narrowPicture.subarray(33)]);

    const [narrowColour, wideColour] = await Promise.all(
      [narrowPicture, widePicture].map(async (file) => {
        const [red, green] = await sharp(findRendition(await renderPicture(file), 320))
          .raw()
          .toBuffer();
        return { red: red!, green: green! };
      }),
    );

    expect(narrowColour!.red).toBeLessThan(205);
    expect(wideColour!.red).toBeGreaterThan(212);
    expect(wideColour!.green).toBeLessThan(50);
  });

  it('removes metadata', async () => {
    const picture = await sharp(drawQuarters(64, 64))
      .withExif({ IFD0: { Artist: 'Marina' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } })
      .jpeg()
      .toBuffer();

    for (const { bytes } of (await renderPicture(picture)).renditions) {
      const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, icc }).toEqual({});
    }
  });

  it('keeps transparency', async () => {
    const picture = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();

    const { data } = await sharp(findRendition(await renderPicture(picture), 320))
      .raw()
      .toBuffer({ resolveWithObject: true });

    expect(data[3]).toBe(128);
  });

  it.each(['gif', 'webp'] as const)('renders the first frame of an animated %s', async (format) => {
    const frame = (background: string) => ({ create: { width: 64, height: 64, channels: 3 as const, background } });
    const frames = await Promise.all(['red', 'blue'].map((colour) => sharp(frame(colour)).png().toBuffer()));
    const animation = await sharp(frames, { join: { animated: true } })
      [format]()
      .toBuffer();

    const renderedPicture = await renderPicture(animation);

    expect(renderedPicture).toMatchObject({ width: 64, height: 64 });
    expect(await readQuarters(findRendition(renderedPicture, 320))).toEqual([RED, RED, RED, RED]);
  });

  it('renders the first frame of an AVIF sequence', async () => {
    const renderedPicture = await renderPicture(AVIF_SEQUENCE);

    expect(renderedPicture).toMatchObject({ width: 32, height: 16 });
    expect(await readQuarters(findRendition(renderedPicture, 320))).toEqual([RED, BLUE, RED, BLUE]);
  });

  it('stays within the budgets, even for noise', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
    const picture = await sharp({ create: { width: 700, height: 700, channels: 3, background: 'black', noise } })
      .png({ compressionLevel: 0 })
      .toBuffer();

    for (const { edge, bytes } of (await renderPicture(picture)).renditions) {
      expect(bytes.length).toBeLessThanOrEqual(RENDITION_BUDGETS[edge]);
    }
  });

  it('lets the thumbnails of a page have 300 KB together', () => {
    expect(FILES_PAGE_SIZE * RENDITION_BUDGETS[THUMBNAIL_PIXELS]).toBeLessThanOrEqual(300_000);
  });
});

/** Tests of the removal of hidden metadata from pictures. Pixels, colours, and orientation must not change. */
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanBytes } from '../../test/support/media-corpus/clean-bytes.ts';
import { createPictureSamples } from '../../test/support/media-corpus/corpus.ts';
import {
  type FoundTags,
  metadataOf,
  readWithExifTool,
  skipsExifTool,
} from '../../test/support/media-corpus/exiftool.ts';
import { type MediaSample, SECRET } from '../../test/support/media-corpus/media-sample.ts';
import { createAnimation, createPicture, decodePicture } from '../../test/support/media-corpus/pictures.ts';
import type { ByteSource } from './byte-source.ts';
import { isCleanable } from './cleanable-types.ts';
import { readCleaned } from './cleaning-plan.ts';
import { planCleaning } from './plan-cleaning.ts';

/** Tags that change how a picture looks. They always stay. */
const RENDERING_TAGS = ['IFD0:Orientation', 'ExifIFD:ColorSpace', 'InteropIFD:InteropIndex'];

/** Tags of the camera, which stay on request. */
const CAMERA_TAGS = [
  'IFD0:Make',
  'IFD0:Model',
  'ExifIFD:DateTimeOriginal',
  'ExifIFD:ExposureTime',
  'ExifIFD:FNumber',
  'ExifIFD:ISO',
  'ExifIFD:FocalLength',
  'ExifIFD:LensInfo',
  'ExifIFD:LensMake',
  'ExifIFD:LensModel',
];

const samples = await createPictureSamples();
const cleanings = await Promise.all(samples.map(({ bytes, contentType }) => cleanBytes(bytes, contentType)));

const cleaningsWithCamera = await Promise.all(
  samples.map(({ bytes, contentType }) => cleanBytes(bytes, contentType, { keepCameraData: true })),
);

/** The samples, each with the result of its cleaning, without and with camera data. */
const cases = samples.map((sample, index) => ({
  sample,
  name: sample.name,
  ...cleanings[index]!,
  cleaningWithCamera: cleaningsWithCamera[index]!,
}));

describe('planCleaning', () => {
  it.each(cases)('finds all hidden metadata of $name', ({ sample, plan, cleaned }) => {
    expect(new Set(plan.removed)).toEqual(new Set(sample.removes));
    expect(plan.unreadable).toBeUndefined();
    expect(cleaned).toHaveLength(plan.size);
    expect(cleaned.length).toBeLessThan(sample.bytes.length);
  });

  it.each(cases)('leaves no byte of a secret in $name', ({ cleaned, cleaningWithCamera }) => {
    expect(Buffer.from(cleaned).includes(SECRET)).toBe(false);
    expect(Buffer.from(cleaningWithCamera.cleaned).includes(SECRET)).toBe(false);
  });

  it.each(cases)(
    'keeps the pixels, colours, and orientation of $name',
    async ({ sample, cleaned, cleaningWithCamera }) => {
      const original = await decodePicture(sample.bytes);
      if (!/cut off in/.test(sample.name)) expect(original).toBeDefined();

      expect(isSamePicture(await decodePicture(cleaned), original)).toBe(true);
      expect(isSamePicture(await decodePicture(cleaningWithCamera.cleaned), original)).toBe(true);
    },
  );

  it.each(cases)('finds no metadata in a cleaned $name', async ({ sample, cleaned, cleaningWithCamera }) => {
    for (const [bytes, keepCameraData] of [
      [cleaned, false],
      [cleaned, true],
      [cleaningWithCamera.cleaned, true],
    ] as const) {
      const secondCleaning = await cleanBytes(bytes, sample.contentType, { keepCameraData });
      expect([...secondCleaning.plan.removed]).toEqual([]);
      expect(Buffer.from(secondCleaning.cleaned).equals(bytes)).toBe(true);
    }
  });

  it('keeps all frames of an animated PNG', () => {
    const { sample, cleaned } = cases.find(({ name }) => name === 'PNG animation')!;
    expect(listFrameChunks(cleaned)).toEqual(listFrameChunks(sample.bytes));
    // acTL, and for each of three frames a fcTL and its pixels in IDAT or fdAT.
    expect(listFrameChunks(cleaned)).toHaveLength(7);
  });

  it.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])(
    'keeps a %s without metadata unchanged',
    async (type) => {
      const format = type.slice('image/'.length) as 'jpeg' | 'png' | 'webp' | 'gif';
      const picture = type === 'image/gif' || type === 'image/webp' ? createAnimation() : createPicture();
      const bytes = new Uint8Array(await picture.withIccProfile('p3').toFormat(format).toBuffer());

      const { plan, cleaned } = await cleanBytes(bytes, type);

      expect(plan).toEqual({ parts: [{ start: 0, end: bytes.length }], size: bytes.length, removed: new Set() });
      expect(Buffer.from(cleaned).equals(bytes)).toBe(true);
    },
  );

  it('reads the format from the bytes, not from the type', async () => {
    const { sample } = cases.find(({ name }) => name === 'PNG with EXIF')!;
    expect((await cleanBytes(sample.bytes, 'image/jpeg')).plan.removed).toContain('location');
  });

  it('reports a file of an unknown format as unreadable', async () => {
    const bytes = new TextEncoder().encode('not a picture');
    expect((await cleanBytes(bytes, 'image/jpeg')).plan).toMatchObject({ size: bytes.length, unreadable: true });
    expect((await cleanBytes(new Uint8Array(0), 'image/png')).plan).toMatchObject({ size: 0, unreadable: true });
  });

  it('keeps files of other types unchanged', async () => {
    const { bytes } = cases[0]!.sample;
    expect(isCleanable('text/plain')).toBe(false);
    expect((await cleanBytes(bytes, 'text/plain')).plan).toMatchObject({ size: bytes.length, removed: new Set() });
  });

  it('throws the error of a source that fails', async () => {
    const source: ByteSource = { size: 1000, read: () => Promise.reject(new Error('No connection')) };
    await expect(planCleaning(source, 'image/jpeg', { keepCameraData: false })).rejects.toThrow('No connection');
  });

  it('finds the end of a picture at any position in a read', async () => {
    const { sample, cleaned } = cases.find(({ name }) => name === 'JPEG with a video behind')!;
    // The cleaner searches 64 KB at a time, so the end is before, at, and after the border of two reads.
    for (let zeroCount = 64_000; zeroCount < 66_000; zeroCount++) {
      const plan = await planCleaning(extendJpeg(sample.bytes, zeroCount), 'image/jpeg', { keepCameraData: false });
      expect(plan.size).toBe(cleaned.length + zeroCount);
    }
  });

  it.each([
    ['WebP with EXIF and XMP', 0x08],
    ['WebP with a profile and XMP', 0x20],
    ['WebP with EXIF that is not TIFF', 0],
  ])('sets flags of %s only for remaining chunks', (name, flags) => {
    // Byte 20 has the flags of the first chunk, VP8X: 0x08 for EXIF, and 0x20 for a colour profile.
    expect(cases.find((candidate) => candidate.name === name)!.cleaned[20]).toBe(flags);
  });

  it('plans a large picture with few and small reads', async () => {
    const smallJpeg = cases.find(({ name }) => name === 'JPEG of a phone')!.sample.bytes;
    const source = extendJpeg(smallJpeg, 100_000_000);

    const plan = await planCleaning(source, 'image/jpeg', { keepCameraData: false });

    expect(new Set(plan.removed)).toEqual(new Set(['location', 'personal', 'camera']));
    expect(plan.size).toBeGreaterThan(100_000_000);
    expect(Math.max(...source.reads)).toBeLessThanOrEqual(256 * 1024);
    expect(source.reads.length).toBeLessThan(600);

    let size = 0;
    for await (const chunk of readCleaned(source, plan)) size += chunk.length;

    expect(size).toBe(plan.size);
    expect(Math.max(...source.reads)).toBeLessThanOrEqual(1024 * 1024);
  });
});

// ExifTool is an independent reader, which also finds metadata in trailing data and embedded files.
describe.skipIf(skipsExifTool())('ExifTool, which needs Perl', () => {
  let originalTags: FoundTags[];
  let cleanedTags: FoundTags[];
  let tagsWithCamera: FoundTags[];

  beforeAll(() => {
    originalTags = readWithExifTool(samples.map(({ bytes }) => bytes));
    cleanedTags = readWithExifTool(cases.map((testCase) => testCase.cleaned));
    tagsWithCamera = readWithExifTool(cases.map((testCase) => testCase.cleaningWithCamera.cleaned));
  });

  it('finds metadata in the samples', () => {
    const names = originalTags.flatMap((tags) => metadataOf(tags));
    for (const name of ['GPS:GPSLatitude', 'XMP-exif:GPSLatitude', 'IPTC:By-line', 'IFD1:ThumbnailOffset']) {
      expect(names).toContain(name);
    }

    expect(JSON.stringify(originalTags)).toContain(`Serial ${SECRET}`);
  });

  it.each(['JPEG of a phone', 'PNG with EXIF', 'WebP with EXIF and XMP', 'WebP with the EXIF prefix of JPEG'])(
    'finds a thumbnail in %s',
    (name) => {
      expect(originalTags[samples.findIndex((sample) => sample.name === name)]).toHaveProperty('IFD1:ThumbnailOffset');
    },
  );

  it.each(cases.map(({ name }, index) => ({ name, index })))('finds no metadata in a cleaned $name', ({ index }) => {
    expect(metadataOf(cleanedTags[index]!).filter((name) => !RENDERING_TAGS.includes(name))).toEqual([]);
    expect(
      metadataOf(tagsWithCamera[index]!).filter((name) => ![...RENDERING_TAGS, ...CAMERA_TAGS].includes(name)),
    ).toEqual([]);
    expect(JSON.stringify([cleanedTags[index], tagsWithCamera[index]])).not.toContain(SECRET);
  });

  it.each(['JPEG of a phone', 'PNG with EXIF', 'WebP with EXIF and XMP'])(
    'finds the camera data that %s keeps on request',
    (name) => {
      const index = samples.findIndex((sample) => sample.name === name);
      expect(metadataOf(tagsWithCamera[index]!).toSorted()).toEqual([...RENDERING_TAGS, ...CAMERA_TAGS].toSorted());
      expect(tagsWithCamera[index]).toMatchObject({
        'IFD0:Model': 'Deep 20000',
        'ExifIFD:DateTimeOriginal': '2025:06:01 11:59:00',
        'ExifIFD:LensInfo': '24-70mm f/2.8',
      });
    },
  );
});

/** Returns whether two decoded pictures have the same pixels and properties. */
function isSamePicture(first: Awaited<ReturnType<typeof decodePicture>>, second: typeof first): boolean {
  const toText = (picture: typeof first) =>
    JSON.stringify({
      ...picture,
      pixels: picture?.pixels.toString('base64'),
      profile: picture?.profile?.toString('base64'),
    });

  return toText(first) === toText(second);
}

/** Returns the chunks of an animated PNG's frames. */
function listFrameChunks(png: Uint8Array): string[] {
  const bytes = Buffer.from(png);
  const frames: string[] = [];
  // The signature has 8 bytes. A chunk has 12 bytes for length, type, and CRC, and its data.
  for (let position = 8; position < bytes.length; position += 12 + bytes.readUInt32BE(position)) {
    const type = bytes.toString('latin1', position + 4, position + 8);
    if (/^(acTL|fcTL|fdAT|IDAT)$/.test(type)) {
      frames.push(bytes.toString('base64', position, position + 12 + bytes.readUInt32BE(position)));
    }
  }

  return frames;
}

/** Returns a source of a JPEG whose scan is extended by zeros. Also returns the number of bytes of each read. */
function extendJpeg(jpeg: MediaSample['bytes'], zeroCount: number): ByteSource & { readonly reads: number[] } {
  // Inserts the zeros well behind the marker SOS, between the compressed bytes of the picture.
  const scanStart = Buffer.from(jpeg).lastIndexOf(Buffer.from([0xff, 0xda])) + 100;
  const parts = [
    { start: 0, bytes: jpeg.subarray(0, scanStart) },
    { start: scanStart + zeroCount, bytes: jpeg.subarray(scanStart) },
  ];
  const reads: number[] = [];

  return {
    reads,
    size: jpeg.length + zeroCount,
    async read(start, end) {
      reads.push(end - start);
      const bytes = new Uint8Array(end - start);
      for (const part of parts) {
        const offset = part.start - start;
        if (offset >= bytes.length || offset + part.bytes.length <= 0) continue;
        bytes.set(part.bytes.subarray(Math.max(0, -offset), bytes.length - offset), Math.max(0, offset));
      }

      return bytes;
    },
  };
}

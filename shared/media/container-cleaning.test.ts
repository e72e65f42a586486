/** Tests of the removal of hidden metadata from videos, audio files, and PDFs. The media data must not change. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanBytes } from '../../test/support/media-corpus/clean-bytes.ts';
import type { ContainerSample } from '../../test/support/media-corpus/container-sample.ts';
import { damageBytes } from '../../test/support/media-corpus/corpus.ts';
import { createDecodableHeifs } from '../../test/support/media-corpus/decodable-heif.ts';
import { createDecodableMovies } from '../../test/support/media-corpus/decodable-movies.ts';
import { type FoundTags, readWithExifTool, skipsExifTool } from '../../test/support/media-corpus/exiftool.ts';
import { createHeifSamples } from '../../test/support/media-corpus/heif-samples.ts';
import { SECRET } from '../../test/support/media-corpus/media-sample.ts';
import { createMovieSamples } from '../../test/support/media-corpus/movie-samples.ts';
import { createMp3Samples } from '../../test/support/media-corpus/mp3-samples.ts';
import { createPdfSamples } from '../../test/support/media-corpus/pdf-samples.ts';
import { type ByteSource, fromBytes } from './byte-source.ts';
import { countPdfPages } from './pdf.ts';
import { planCleaning } from './plan-cleaning.ts';

const movies = [...(await createMovieSamples()), ...(await createDecodableMovies())];
const pictures = [...createHeifSamples(), ...(await createDecodableHeifs())];
const songs = await createMp3Samples();
const { samples: documents, untouched: untouchedDocuments } = await createPdfSamples();
const samples = [...movies, ...pictures, ...songs, ...documents];

/** The samples, each with the result of its cleaning, without and with camera data. */
const cases = await Promise.all(
  samples.map(async (sample) => ({
    sample,
    name: sample.name,
    ...(await cleanBytes(sample.bytes, sample.contentType)),
    cleaningWithCamera: await cleanBytes(sample.bytes, sample.contentType, { keepCameraData: true }),
  })),
);

const findSample = (name: string) => samples.find((sample) => sample.name === name) as ContainerSample;
const findCase = (name: string) => cases.find((testCase) => testCase.name === name)!;

/** The latitude in the samples, and the name of its field. */
const LATITUDE_TEXTS = ['47.55', 'GPSLatitude'];

/** The first bytes of a JPEG: the marker SOI, and the prefix of the next marker. */
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** Names of tags that reveal personal data. Others describe the structure of a file. */
const REVEALING_TAG =
  /GPS|Location|XMP|Make|Model|Serial|Author|Artist|Comment|Creator|Producer|Date.*Original|Thumbnail|Trailer/i;

/** Tags that stay: the performer that players show, positions of media data, and colour profiles. */
const PERMITTED_TAG = /^(ItemList|ID3v\w+):Artist$|:Media|^ICC-header:/;

/** Returns whether the cleaning overwrites metadata, so that all other bytes keep their positions. */
const isInPlace = ({ contentType }: ContainerSample) => !/pdf|mpeg/.test(contentType);

/** Creates a source of this size that has zeros after the given bytes, and counts the bytes that are read. */
function createZeroPaddedSource(head: Uint8Array, size: number) {
  let readByteCount = 0;
  const source: ByteSource = {
    size,
    async read(from, to) {
      readByteCount += to - from;
      const part = new Uint8Array(to - from);
      part.set(head.subarray(from, to));
      return part;
    },
  };

  return { source, countReadBytes: () => readByteCount };
}

describe('planCleaning of containers', () => {
  it.each(cases)('finds all hidden metadata of $name', ({ sample, plan, cleaned }) => {
    expect(plan.unreadable).toBeUndefined();
    expect(new Set(plan.removed)).toEqual(new Set(sample.removes));
    expect(cleaned).toHaveLength(plan.size);
  });

  it.each(cases)('leaves no byte of a secret or position in $name', ({ cleaned, cleaningWithCamera }) => {
    for (const bytes of [cleaned, cleaningWithCamera.cleaned]) {
      for (const text of [SECRET, ...LATITUDE_TEXTS]) expect(Buffer.from(bytes).includes(text)).toBe(false);
    }
  });

  it.each(cases)('keeps the visible data of $name', ({ sample, cleaned, cleaningWithCamera }) => {
    for (const bytes of [cleaned, cleaningWithCamera.cleaned]) {
      for (const keptText of sample.keeps) {
        const position = Buffer.from(bytes).indexOf(keptText);
        expect(position).toBeGreaterThanOrEqual(0);

        // Players find samples and pictures by their offset. In audio files, the kept text is a tag, which can move.
        if (isInPlace(sample) && sample.contentType !== 'audio/mp4') {
          expect(position).toBe(Buffer.from(sample.bytes).indexOf(keptText));
        }
      }
    }
  });

  it.each(cases)('finds no metadata in a cleaned $name', async ({ sample, cleaned, cleaningWithCamera }) => {
    for (const [bytes, keepCameraData] of [
      [cleaned, false],
      [cleaned, true],
      [cleaningWithCamera.cleaned, true],
    ] as const) {
      const { plan } = await cleanBytes(bytes, sample.contentType, { keepCameraData });
      expect([...plan.removed]).toEqual([]);
      expect(plan.unreadable).toBeUndefined();
    }
  });

  it.each([
    ['MP4 with user data', 'Nautilus'],
    ['MOV with keys', 'Nautilus'],
    ['HEIC with EXIF and XMP', 'Deep 20000'],
  ])('keeps the camera of %s only on request', (name, camera) => {
    const { cleaned, cleaningWithCamera } = findCase(name);

    expect(Buffer.from(cleaned).includes(camera)).toBe(false);
    expect(Buffer.from(cleaningWithCamera.cleaned).includes(camera)).toBe(true);
  });

  it.each(['MP4 with a cover', 'MP4 with a thumbnail', 'MOV with a thumbnail'])(
    'leaves no byte of the picture in %s',
    (name) => {
      const { sample, cleaned, cleaningWithCamera } = findCase(name);
      const containsJpeg = (bytes: Uint8Array) => Buffer.from(bytes).includes(JPEG_START);

      expect(containsJpeg(sample.bytes)).toBe(true);
      expect([cleaned, cleaningWithCamera.cleaned].map(containsJpeg)).toEqual([false, false]);
    },
  );

  it('keeps the date of capture on request, without its time zone', () => {
    const { cleaned, cleaningWithCamera } = findCase('MOV with keys');

    expect(Buffer.from(cleaned).includes('2025-06-01')).toBe(false);
    expect(Buffer.from(cleaningWithCamera.cleaned).includes('2025-06-01T12:00:00')).toBe(true);
    for (const testCase of cases) {
      expect(Buffer.from(testCase.cleaningWithCamera.cleaned).includes('+0200')).toBe(false);
    }
  });

  it('keeps the year of an album, without the day', () => {
    const { cleaned } = findCase('M4A with tags');

    expect(Buffer.from(cleaned).includes('2019')).toBe(true);
    expect(Buffer.from(cleaned).includes('2019-05')).toBe(false);
  });

  it('keeps title, year, track, and genre of ID3v1', () => {
    const { cleaned } = findCase('MP3 with APE, Lyrics3, and ID3v1');
    const tag = Buffer.from(cleaned.subarray(-128)).toString('latin1');

    expect(tag).toBe(
      [
        'TAG',
        'Whales'.padEnd(30, '\0'),
        'Pod'.padEnd(30, '\0'),
        'Sea'.padEnd(30, '\0'),
        '2019',
        '\0'.repeat(29),
        // Track 7, genre 12.
        '\x07\x0c',
      ].join(''),
    );
  });

  it('plans the cleaning of a video of 5 GB without reading the media data', async () => {
    const { bytes } = findSample('MP4 with sizes of 64 bits');
    const addedBytes = 5_000_000_000;
    const typeStart = Buffer.from(bytes).indexOf('mdat');
    const head = bytes.slice();
    // The size of 64 bits follows the type. The box starts four bytes before its type.
    new DataView(head.buffer).setBigUint64(typeStart + 4, BigInt(bytes.length - typeStart + 4 + addedBytes));

    const { source, countReadBytes } = createZeroPaddedSource(head, bytes.length + addedBytes);

    const plan = await planCleaning(source, 'video/mp4', { keepCameraData: false });

    expect(plan.removed).toContain('location');
    expect(plan.size).toBe(source.size);
    expect(countReadBytes()).toBeLessThan(1_000_000);
  });

  it.each(Object.entries(untouchedDocuments))('leaves a PDF untouched if it is %s', async (_, bytes) => {
    const { plan, cleaned } = await cleanBytes(new Uint8Array(bytes), 'application/pdf');

    expect(plan).toMatchObject({ unreadable: true, removed: new Set() });
    expect(Buffer.from(cleaned).equals(bytes)).toBe(true);
  });

  it('leaves a picture untouched if its metadata overlaps its pixels', async () => {
    const { bytes } = findSample('HEIC with EXIF and XMP');
    const damagedFile = Buffer.from(bytes);
    // Type, version and flags, sizes, and the number of items precede the items. An item has 16 bytes, with its offset
    // at byte 8.
    const itemTableStart = damagedFile.indexOf('iloc') + 12;
    // Moves item 3, which is EXIF, to the position of item 1.
    damagedFile.copyWithin(itemTableStart + 2 * 16 + 8, itemTableStart + 8, itemTableStart + 12);

    const { plan, cleaned } = await cleanBytes(new Uint8Array(damagedFile), 'image/heic');

    expect(plan).toMatchObject({ unreadable: true, removed: new Set() });
    expect(Buffer.from(cleaned).equals(damagedFile)).toBe(true);
  });
});

describe('countPdfPages', () => {
  it('returns the number of pages, and undefined for a file that is not a PDF', async () => {
    expect(await countPdfPages(fromBytes(documents[0]!.bytes))).toBe(1);
    expect(await countPdfPages(fromBytes(new Uint8Array(100)))).toBeUndefined();
  });
});

describe.skipIf(skipsExifTool())('ExifTool, which needs Perl', () => {
  it('finds metadata in the samples, and none in the cleaned files', () => {
    const originals = readWithExifTool(samples.map(({ bytes }) => bytes));
    const cleanedTags = readWithExifTool(cases.map((testCase) => testCase.cleaned));
    /** Returns the names of the tags with a value that reveal personal data. */
    const listRevealingTags = (tags: FoundTags) =>
      Object.entries(tags).flatMap(([tag, value]) =>
        REVEALING_TAG.test(tag) && value !== '' && !PERMITTED_TAG.test(tag) ? [tag] : [],
      );

    expect(originals.filter((tags) => listRevealingTags(tags).length > 0).length).toBeGreaterThan(20);
    for (const name of ['MP4 with a thumbnail', 'MOV with a thumbnail']) {
      const tags = originals[cases.findIndex((candidate) => candidate.name === name)]!;
      expect(listRevealingTags(tags), name).toContainEqual(expect.stringMatching(/:ThumbnailImage$/));
    }

    // Each list has the name of a sample and its tags, so that a failure names the sample.
    const tagsByName = cases.map(({ name }, index) => [name, ...listRevealingTags(cleanedTags[index]!)]);
    expect(tagsByName).toEqual(cases.map(({ name }) => [name]));
    expect(JSON.stringify(cleanedTags)).not.toContain(SECRET);
  });
});

describe('planCleaning of a damaged container', () => {
  const anyPosition = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const anyFlips = fc.array(fc.tuple(anyPosition, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 });
  /** Generates a cut, or changes of some bytes. */
  const anyDamage = fc.oneof(
    anyPosition.map((cut) => ({ cut })),
    anyFlips.map((flips) => ({ flips })),
  );

  it.each([
    ['MP4 and MOV', movies],
    ['HEIC and AVIF', pictures],
    ['MP3', songs],
    ['PDF', documents],
  ])('cleans a copy of a damaged file, in which a second cleaning finds nothing: %s', async (_, samplesOfFormat) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samplesOfFormat),
        anyDamage,
        fc.boolean(),
        async ({ bytes, contentType }, damage, keepCameraData) => {
          const damagedFile = damageBytes(bytes, damage);
          const originalBytes = Buffer.from(damagedFile);

          const { plan, cleaned } = await cleanBytes(damagedFile, contentType, { keepCameraData });

          // The plan doesn't write into the bytes that it reads.
          expect(originalBytes.equals(damagedFile)).toBe(true);
          expect(cleaned).toHaveLength(plan.size);
          if (plan.removed.size === 0) expect(originalBytes.equals(cleaned)).toBe(true);

          const secondCleaning = await cleanBytes(cleaned, contentType, { keepCameraData });
          expect([...secondCleaning.plan.removed]).toEqual([]);
        },
      ),
      { numRuns: 250 },
    );
  });
});

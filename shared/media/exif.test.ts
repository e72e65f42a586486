/** Tests of cleaning EXIF blocks. Only the orientation stays, and the camera's data on request. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { damageBytes } from '../../test/support/media-corpus/corpus.ts';
import { createExif, createTiff } from '../../test/support/media-corpus/exif-block.ts';
import { SECRET } from '../../test/support/media-corpus/media-sample.ts';
import { cleanExif } from './exif.ts';

/** Types of TIFF fields (TIFF 6.0, section 2). */
const BYTE = 1;
const ASCII = 2;
const SHORT = 3;

/** Tags of TIFF fields. */
const MAKE = 0x010f;
const ORIENTATION = 0x0112;
const ARTIST = 0x013b;
const RESOLUTION_UNIT = 0x0128;
const YCBCR_POSITIONING = 0x0213;
const COLOR_SPACE = 0xa001;
const INTEROPERABILITY_INDEX = 0x0001;
const GPS_VERSION_ID = 0;
const GPS_LATITUDE_REF = 1;

function clean(tiff: Uint8Array, { keepCameraData } = { keepCameraData: false }) {
  return cleanExif(new Uint8Array(tiff), { keepCameraData });
}

/** Builds a block with these fields of the first directory. */
function buildBlock(...image: Parameters<typeof createTiff>[0]['image']): Buffer {
  return createTiff({ image });
}

describe('cleanExif', () => {
  it.each([true, false])("keeps the orientation in the block's byte order (little-endian: %s)", (littleEndian) => {
    const { bytes, removed } = clean(createExif({ littleEndian, orientation: 8 }))!;
    const expectedBlock = createTiff(
      {
        image: [[ORIENTATION, SHORT, [8]]],
        photo: [[COLOR_SPACE, SHORT, [1]]],
        interop: [[INTEROPERABILITY_INDEX, ASCII, 'R98']],
      },
      { littleEndian },
    );

    expect(Buffer.from(bytes).toString('latin1', 0, 2)).toBe(littleEndian ? 'II' : 'MM');
    expect(Buffer.from(bytes).equals(expectedBlock)).toBe(true);
    expect(removed).toEqual(new Set(['location', 'personal', 'camera']));
  });

  it('keeps camera data on request, without the time zone and the date of the last change', () => {
    const text = Buffer.from(clean(createExif(), { keepCameraData: true })!.bytes).toString('latin1');

    for (const keptText of ['Nautilus', 'Deep 20000', '2025:06:01 11:59:00', 'Porthole']) {
      expect(text).toContain(keptText);
    }
    for (const removedText of [SECRET, '+02:00', '2025:06:01 12:00:00']) expect(text).not.toContain(removedText);
  });

  it('returns a block without anything to remove unchanged', () => {
    const tiff = buildBlock([ORIENTATION, SHORT, [3]], [RESOLUTION_UNIT, SHORT, [2]], [YCBCR_POSITIONING, SHORT, [1]]);
    expect(clean(tiff)).toEqual({ bytes: new Uint8Array(tiff), removed: new Set() });
  });

  it('returns no bytes if no field stays', () => {
    expect(clean(buildBlock([ARTIST, ASCII, SECRET]))).toEqual({
      bytes: new Uint8Array(0),
      removed: new Set(['personal']),
    });
  });

  it('reports a location only for a block with a position, because some cameras write a version alone', () => {
    const image = [[ORIENTATION, SHORT, [1]]] as const;
    const versionBlock = createTiff({ image, position: [[GPS_VERSION_ID, BYTE, [2, 3, 0, 0]]] });
    const positionBlock = createTiff({ image, position: [[GPS_LATITUDE_REF, ASCII, 'N']] });

    expect(clean(versionBlock)!.removed).toEqual(new Set(['personal']));
    expect(clean(positionBlock)!.removed).toEqual(new Set(['location']));
  });

  it('removes the embedded thumbnail, even if nothing else is hidden', () => {
    const thumbnail = Buffer.from('\xff\xd8 a small picture', 'latin1');
    const { bytes, removed } = clean(createTiff({ image: [[ORIENTATION, SHORT, [6]]], thumbnail }))!;

    expect(removed).toEqual(new Set(['personal']));
    expect(Buffer.from(bytes).equals(buildBlock([ORIENTATION, SHORT, [6]]))).toBe(true);
  });

  it('removes bytes that no field uses', () => {
    const tiff = Buffer.concat([buildBlock([ORIENTATION, SHORT, [6]]), Buffer.from(SECRET)]);
    const { bytes, removed } = clean(tiff)!;

    expect(removed).toEqual(new Set(['personal']));
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
    // Zeros are padding, which no one can read.
    expect(clean(Buffer.concat([buildBlock([ORIENTATION, SHORT, [6]]), Buffer.alloc(4)]))!.removed.size).toBe(0);
  });

  it.each([
    ['after the end of a text', 'Nautilus\0Calypso-4711'],
    ['in a text that is too long', SECRET.repeat(20)],
  ])('removes a text that hides data %s', (_, make) => {
    const { bytes, removed } = clean(buildBlock([MAKE, ASCII, make], [ORIENTATION, SHORT, [6]]), {
      keepCameraData: true,
    })!;

    expect(removed).toEqual(new Set(['personal']));
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
  });

  // Orientations are single numbers from 1 to 8.
  it.each([[[0]], [[9]], [[6, 6]]])('drops the orientation %j, which viewers ignore', (orientation) => {
    expect(clean(buildBlock([ORIENTATION, SHORT, orientation], [ARTIST, ASCII, SECRET]))!.bytes).toHaveLength(0);
  });

  it.each([
    ['an empty block', ''],
    ['a wrong signature', 'XX*\0\x08\0\0\0\0\0'],
    ['a directory outside the block', 'II*\0\xff\0\0\0\0\0'],
  ])('returns undefined for %s', (_, text) => {
    expect(clean(Buffer.from(text, 'latin1'))).toBeUndefined();
  });

  it('finds nothing to remove in a damaged block that is already cleaned', () => {
    const anyPosition = fc.integer({ min: 0, max: 999 }).map((part) => part / 1000);
    const anyFlips = fc.array(fc.tuple(anyPosition, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 5 });

    fc.assert(
      fc.property(anyFlips, fc.boolean(), fc.boolean(), (flips, littleEndian, keepCameraData) => {
        const cleanedExif = clean(damageBytes(createExif({ littleEndian }), { flips }), { keepCameraData });
        if (!cleanedExif || cleanedExif.bytes.length === 0) return;

        expect(clean(cleanedExif.bytes, { keepCameraData })).toEqual({ bytes: cleanedExif.bytes, removed: new Set() });
      }),
      { numRuns: 1000 },
    );
  });
});

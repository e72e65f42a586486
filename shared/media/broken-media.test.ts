/** Tests of cleaning damaged files. The readable part must be cleaned, and stay as readable as before. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanBytes } from '../../test/support/media-corpus/clean-bytes.ts';
import { createPictureSamples, damageBytes } from '../../test/support/media-corpus/corpus.ts';
import { decodePicture } from '../../test/support/media-corpus/pictures.ts';

const samples = await createPictureSamples();

/** Generates a position in a file, as a share of its length. */
const anyPosition = fc.integer({ min: 0, max: 9999 }).map((part) => part / 10_000);

/** Generates a changed byte. */
const anyFlip = fc.tuple(anyPosition, fc.integer({ min: 1, max: 255 }));

/** Generates a changed byte near the start of a file, where most of the structure is. */
const anyFlipNearStart = fc.tuple(
  anyPosition.map((share) => share ** 4),
  fc.integer({ min: 1, max: 255 }),
);

/** Generates a cut, or changes of some bytes. */
const anyDamage = fc.oneof(
  anyPosition.map((cut) => ({ cut })),
  fc.array(fc.oneof(anyFlip, anyFlipNearStart), { minLength: 1, maxLength: 4 }).map((flips) => ({ flips })),
);

/** Generates a sample, and the damage that is done to it. */
const anyDamagedSample = fc.tuple(fc.constantFrom(...samples), anyDamage);

describe('planCleaning of a damaged file', () => {
  it('cleans a copy of the file, in which a second cleaning finds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyDamagedSample, fc.boolean(), async ([{ bytes, contentType }, damage], keepCameraData) => {
        const damagedFile = damageBytes(bytes, damage);
        const originalBytes = Buffer.from(damagedFile);

        const { plan, cleaned } = await cleanBytes(damagedFile, contentType, { keepCameraData });

        // The plan doesn't write into the bytes that it reads.
        expect(originalBytes.equals(damagedFile)).toBe(true);
        expect(cleaned).toHaveLength(plan.size);
        if (plan.removed.size === 0) expect(originalBytes.equals(cleaned)).toBe(true);

        const secondCleaning = await cleanBytes(cleaned, contentType, { keepCameraData });
        expect([...secondCleaning.plan.removed]).toEqual([]);
      }),
      { numRuns: 1200 },
    );
  });

  it.each([
    ['too long by one byte', 1],
    ['too long by a part of the next frame', 168],
  ])('keeps all frames of an animation whose first frame states a length that is %s', async (_, addedBytes) => {
    const { bytes, contentType } = samples.find(({ name }) => name === 'WebP animation')!;
    const damagedFile = Buffer.from(bytes);
    const lengthStart = damagedFile.indexOf('ANMF') + 'ANMF'.length;
    damagedFile.writeUInt32LE(damagedFile.readUInt32LE(lengthStart) + addedBytes, lengthStart);

    const { cleaned } = await cleanBytes(damagedFile, contentType);

    expect((await decodePicture(cleaned))?.delays).toEqual([100, 200, 300]);
  });

  it('keeps the colour profile of a JPEG if its segment has no zero after the name ICC_PROFILE', async () => {
    const { bytes, contentType } = samples.find(({ name }) => name === 'JPEG with a profile in two segments')!;
    const damagedFile = Buffer.from(bytes);
    // Replaces the null character at the end of the name by another byte.
    damagedFile[damagedFile.lastIndexOf('ICC_PROFILE\0') + 'ICC_PROFILE'.length] = 179;

    const { cleaned } = await cleanBytes(damagedFile, contentType);

    expect((await decodePicture(cleaned))?.profile).toEqual((await decodePicture(damagedFile))?.profile);
  });

  it('keeps the pixels that a decoder still finds', async () => {
    await fc.assert(
      fc.asyncProperty(anyDamagedSample, async ([{ bytes, contentType }, damage]) => {
        const damagedFile = damageBytes(bytes, damage);
        const originalPicture = await decodePicture(damagedFile);
        if (!originalPicture) return;

        const { cleaned } = await cleanBytes(damagedFile, contentType);
        const cleanedPicture = await decodePicture(cleaned);

        expect(cleanedPicture?.pixels.equals(originalPicture.pixels)).toBe(true);
        // Decoders show pictures upright if their orientation is wrong or missing.
        expect(cleanedPicture?.orientation ?? 1).toBe(originalPicture.orientation ?? 1);
      }),
      { numRuns: 100 },
    );
  });
});

/** Tests that cleaning HEIC and AVIF pictures keeps their pixels. */
import { describe, expect, it } from 'vitest';
import { cleanBytes } from '../../test/support/media-corpus/clean-bytes.ts';
import { damageBytes } from '../../test/support/media-corpus/corpus.ts';
import { createDecodableHeifs } from '../../test/support/media-corpus/decodable-heif.ts';
import { decodeHeic } from '../../test/support/media-corpus/decode-heic.ts';
import { decodePicture } from '../../test/support/media-corpus/pictures.ts';

const samples = await createDecodableHeifs();

/** Decodes HEVC with libheif, and AV1 with sharp. */
function decode(bytes: Uint8Array, contentType: string) {
  return contentType === 'image/heic' ? decodeHeic(bytes) : decodePicture(bytes);
}

describe('cleaning of HEIC and AVIF', () => {
  it.each(samples)('keeps the pixels, colours, and size of $name', async ({ bytes, contentType }) => {
    const original = await decode(bytes, contentType);
    expect(original).toBeDefined();

    for (const keepCameraData of [false, true]) {
      const { plan, cleaned } = await cleanBytes(bytes, contentType, { keepCameraData });
      expect(plan.removed).toContain('location');
      expect(await decode(cleaned, contentType)).toEqual(original);
    }
  });

  it('keeps the rotation, opacity, and colour profile of an AVIF', async () => {
    const decodeNamed = async (name: string) => {
      const { bytes, contentType } = samples.find((sample) => sample.name === name)!;
      return decodePicture((await cleanBytes(bytes, contentType)).cleaned);
    };

    expect(await decodeNamed('AVIF on its side')).toMatchObject({ width: 48, height: 64 });
    expect((await decodeNamed('AVIF with opacity'))?.pixels).toHaveLength(64 * 48 * 4);
    expect((await decodeNamed('AVIF with a profile'))?.profile?.length).toBeGreaterThan(100);
  });

  it.each(samples)('keeps the pixels of a cut off or damaged $name', async ({ bytes, contentType }) => {
    const damagedFiles = [
      ...[0.3, 0.6, 0.9, 0.99].map((cut) => damageBytes(bytes, { cut })),
      ...Array.from({ length: 16 }, (_, index) => damageBytes(bytes, { flips: [[index / 16, 0x55]] })),
    ];

    let decodableCount = 0;
    for (const damagedFile of damagedFiles) {
      const original = await decode(damagedFile, contentType);
      if (!original) continue;
      decodableCount += 1;

      const { cleaned } = await cleanBytes(damagedFile, contentType);
      expect(await decode(cleaned, contentType)).toEqual(original);
    }

    expect(decodableCount).toBeGreaterThan(0);
  });
});

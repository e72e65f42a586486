/** Tests that cleaning MP4 and MOV files keeps their frames and audio samples. */
import { describe, expect, it } from 'vitest';
import { cleanBytes } from '../../test/support/media-corpus/clean-bytes.ts';
import { damageBytes } from '../../test/support/media-corpus/corpus.ts';
import { createDecodableMovies } from '../../test/support/media-corpus/decodable-movies.ts';
import { decodeMovie } from '../../test/support/media-corpus/decode-movie.ts';

const allSamples = await createDecodableMovies();
const samples = allSamples.filter(({ name }) => name !== 'MOV of H.264');
const h264Sample = allSamples.find(({ name }) => name === 'MOV of H.264')!;

/** Decodes a file after both kinds of cleaning, without and with camera data. */
async function decodeCleaned({ bytes, contentType }: Pick<(typeof allSamples)[number], 'bytes' | 'contentType'>) {
  const cleaningWithoutCamera = await cleanBytes(bytes, contentType);
  const cleaningWithCamera = await cleanBytes(bytes, contentType, { keepCameraData: true });
  return [await decodeMovie(cleaningWithoutCamera.cleaned), await decodeMovie(cleaningWithCamera.cleaned)];
}

describe('cleaning of MP4 and MOV', () => {
  it.each(samples)('keeps the video frames and audio samples of $name', async (sample) => {
    const original = await decodeMovie(sample.bytes);

    const content = original!.flatMap((track) => track.content);
    expect(new Set(content).size).toBe(content.length);
    expect(content).not.toContain('broken');
    expect(await decodeCleaned(sample)).toEqual([original, original]);
  });

  // No decoder of H.264 is available, so this test compares the coded frames that mediabunny reads.
  it('keeps the coded frames of H.264 byte by byte', async () => {
    const original = await decodeMovie(h264Sample.bytes);

    expect(original).toMatchObject([{ codec: 'avc', rotation: 270, content: { length: 5 } }]);
    expect(await decodeCleaned(h264Sample)).toEqual([original, original]);
  });

  it.each(allSamples)('keeps the coded frames of a cut off or damaged $name', async ({ bytes, contentType }) => {
    const damagedFiles = [
      ...[0.3, 0.6, 0.9, 0.99].map((cut) => damageBytes(bytes, { cut })),
      ...Array.from({ length: 24 }, (_, index) => damageBytes(bytes, { flips: [[index / 24, 0x55]] })),
    ];

    let playableCount = 0;
    for (const damagedFile of damagedFiles) {
      const original = await decodeMovie(damagedFile, { decodes: false });
      if (!original) continue;
      playableCount += 1;

      const { cleaned } = await cleanBytes(damagedFile, contentType);
      expect(await decodeMovie(cleaned, { decodes: false })).toEqual(original);
    }

    expect(playableCount).toBeGreaterThan(5);
  });
});

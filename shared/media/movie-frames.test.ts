import { describe, expect, it } from 'vitest';
import { cleanBytes } from '../../test/support/media-corpus/clean-bytes.ts';
import { damage } from '../../test/support/media-corpus/corpus.ts';
import { createDecodableMovies } from '../../test/support/media-corpus/decodable-movies.ts';
import { decodeMovie } from '../../test/support/media-corpus/decode-movie.ts';

const all = await createDecodableMovies();
const samples = all.filter(({ name }) => name !== 'MOV of H.264');
const coded = all.find(({ name }) => name === 'MOV of H.264')!;

/** Returns what a player shows after both kinds of cleaning, without and with camera data. */
async function decodeCleaned({ bytes, contentType }: Pick<(typeof all)[number], 'bytes' | 'contentType'>) {
  const without = await cleanBytes(bytes, contentType, false);
  const keeping = await cleanBytes(bytes, contentType, true);
  return [await decodeMovie(without.cleaned), await decodeMovie(keeping.cleaned)];
}

describe('cleaning of MP4 and MOV', () => {
  it.each(samples)('shows the same frames and plays the same samples of $name', async (sample) => {
    const original = await decodeMovie(sample.bytes);

    const content = original!.flatMap((track) => track.content);
    expect(new Set(content).size).toBe(content.length);
    expect(content).not.toContain('broken');
    expect(await decodeCleaned(sample)).toEqual([original, original]);
  });

  it('keeps the coded frames of H.264, for which no decoder is available, byte by byte as mediabunny reads them', async () => {
    const original = await decodeMovie(coded.bytes);

    expect(original).toMatchObject([{ codec: 'avc', rotation: 270, content: { length: 5 } }]);
    expect(await decodeCleaned(coded)).toEqual([original, original]);
  });

  it.each(all)('keeps the coded frames of $name that is cut off or damaged', async ({ bytes, contentType }) => {
    const damagedFiles = [
      ...[0.3, 0.6, 0.9, 0.99].map((cut) => damage(bytes, { cut })),
      ...Array.from({ length: 24 }, (_, place) => damage(bytes, { flips: [[place / 24, 0x55]] })),
    ];

    let playable = 0;
    for (const broken of damagedFiles) {
      const original = await decodeMovie(broken, { decodes: false });
      if (!original) continue;
      playable += 1;
      const { cleaned } = await cleanBytes(broken, contentType);
      expect(await decodeMovie(cleaned, { decodes: false })).toEqual(original);
    }

    expect(playable).toBeGreaterThan(5);
  });
});

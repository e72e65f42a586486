/** Tests that cleaning MP3 files keeps their frames. */
import { describe, expect, it } from 'vitest';
import { cleanBytes } from '../../test/support/media-corpus/clean-bytes.ts';
import { damageBytes } from '../../test/support/media-corpus/corpus.ts';
import { decodeMovie } from '../../test/support/media-corpus/decode-movie.ts';
import { MP3 } from '../../test/support/media-corpus/ffmpeg-files.ts';
import { SECRET } from '../../test/support/media-corpus/media-sample.ts';
import { createMp3Samples } from '../../test/support/media-corpus/mp3-samples.ts';

/** A song from FFmpeg, with a comment in a second tag and data after the audio. */
const song = {
  name: 'MP3 with data after the audio',
  contentType: 'audio/mpeg',
  bytes: new Uint8Array(Buffer.concat([MP3, Buffer.from(`${SECRET} `.repeat(20))])),
};

const samples = [song, ...(await createMp3Samples())];

// No MP3 decoder is available, so these tests compare coded frames. mediabunny, which reads them, shares no code with
// the cleaner.
describe('cleaning of MP3', () => {
  it.each(samples)('keeps each coded frame of $name unchanged', async (sample) => {
    const original = await decodeMovie(sample.bytes);
    // Guards against a sample without audio.
    expect(original?.[0]?.packets.length).toBeGreaterThan(8);

    for (const keepCameraData of [false, true]) {
      const { plan, cleaned } = await cleanBytes(sample.bytes, sample.contentType, { keepCameraData });
      expect(plan.removed).toContain('personal');
      expect(await decodeMovie(cleaned)).toEqual(original);
    }
  });

  it('keeps the coded frames of a song that is cut off or damaged', async () => {
    const damagedFiles = [
      ...[0.3, 0.6, 0.8].map((cut) => damageBytes(song.bytes, { cut })),
      ...Array.from({ length: 30 }, (_, index) => damageBytes(song.bytes, { flips: [[index / 30, 0x55]] })),
    ];

    let playableCount = 0;
    for (const damagedFile of damagedFiles) {
      const original = await decodeMovie(damagedFile);
      // mediabunny finds no frames in some damaged files.
      if (!original) continue;
      playableCount += 1;

      const { cleaned } = await cleanBytes(damagedFile, song.contentType);
      expect(await decodeMovie(cleaned)).toEqual(original);
    }

    // Guards against damage that leaves nothing to compare.
    expect(playableCount).toBeGreaterThan(20);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanBytes } from '../../test/support/media-corpus/clean-bytes.ts';

/** The first bytes of audio formats that are not MP3. */
const SIGNATURES = {
  Ogg: 'OggS',
  WAV: 'RIFF',
  FLAC: 'fLaC',
  WebM: '\x1aE\xdf\xa3',
  AIFF: 'FORM',
  WMA: '0&\xb2u',
};

/** An ID3v2.4 tag: a header of ten bytes with the size 10, and ten zeros. */
const TAG = Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x0a'.padEnd(20, '\0'), 'latin1');

/** Generates random bytes, some of which look like a frame of MP3. */
const anyNoise = fc.uint8Array({ minLength: 2000, maxLength: 60_000 });

// If the cleaner took random bytes for tags or frames of MP3, the file would lose its beginning.
describe.each(Object.entries(SIGNATURES))('%s that is declared as MP3', (_, signature) => {
  it.each([
    ['without a tag', Buffer.alloc(0)],
    ['with a tag', TAG],
  ])('leaves a file %s unchanged', async (_name, tag) => {
    await fc.assert(
      fc.asyncProperty(anyNoise, async (bytes) => {
        const file = Buffer.concat([tag, Buffer.from(signature, 'latin1'), bytes]);
        const { plan, cleaned } = await cleanBytes(file, 'audio/mpeg');

        expect([...plan.removed]).toEqual([]);
        expect(file.equals(cleaned)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

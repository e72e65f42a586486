import { expect, it, vi } from 'vitest';
import { buildBlurredPlaceholder } from './blurred-placeholder.ts';

/** Maximum number of cached placeholders. */
const MAX_CACHED = 200;

/** The ThumbHashes that were decoded, in order. */
const decodedHashes = vi.hoisted(() => [] as Uint8Array[]);
vi.mock('thumbhash', () => ({
  thumbHashToDataURL: (bytes: Uint8Array) => {
    decodedHashes.push(bytes);
    return `data:${bytes.join()}`;
  },
}));

/** Builds a hash of four bytes that is different for each number. */
const buildHash = (number: number) => Buffer.from([1, 2, number >> 8, number & 255]).toString('base64');

it('buildBlurredPlaceholder caches the 200 placeholders that were used last', () => {
  const firstStyle = buildBlurredPlaceholder(buildHash(0));
  expect(firstStyle).toEqual({ backgroundImage: 'url(data:1,2,0,0)' });
  expect(buildBlurredPlaceholder(buildHash(0))).toBe(firstStyle);

  // Fills the cache.
  for (let number = 1; number < MAX_CACHED; number++) buildBlurredPlaceholder(buildHash(number));
  expect(decodedHashes).toHaveLength(MAX_CACHED);

  // Uses the first placeholder again, so that the second one is now the oldest.
  buildBlurredPlaceholder(buildHash(0));
  expect(decodedHashes).toHaveLength(MAX_CACHED);

  // One more placeholder replaces the second one, which is then decoded again.
  buildBlurredPlaceholder(buildHash(MAX_CACHED));
  buildBlurredPlaceholder(buildHash(1));
  expect(decodedHashes).toHaveLength(MAX_CACHED + 2);
});

it('buildBlurredPlaceholder returns an empty style for an invalid placeholder', () => {
  expect(buildBlurredPlaceholder('?')).toEqual({});
});

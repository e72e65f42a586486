import { expect, it, vi } from 'vitest';
import { blurredPlaceholder } from './blurred-placeholder.ts';

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

it('caches the 200 placeholders that were used last', () => {
  const firstStyle = blurredPlaceholder(buildHash(0));
  expect(firstStyle).toEqual({ backgroundImage: 'url(data:1,2,0,0)' });
  expect(blurredPlaceholder(buildHash(0))).toBe(firstStyle);

  // Fills the cache.
  for (let number = 1; number < MAX_CACHED; number++) blurredPlaceholder(buildHash(number));
  expect(decodedHashes).toHaveLength(MAX_CACHED);

  // Uses the first placeholder again, so that the second one is now the oldest.
  blurredPlaceholder(buildHash(0));
  expect(decodedHashes).toHaveLength(MAX_CACHED);

  // One more placeholder replaces the second one, which is then decoded again.
  blurredPlaceholder(buildHash(MAX_CACHED));
  blurredPlaceholder(buildHash(1));
  expect(decodedHashes).toHaveLength(MAX_CACHED + 2);
});

it('returns an empty style for an invalid placeholder', () => {
  expect(blurredPlaceholder('?')).toEqual({});
});

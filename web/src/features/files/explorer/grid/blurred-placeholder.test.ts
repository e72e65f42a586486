import { expect, it, vi } from 'vitest';
import { blurredPlaceholder } from './blurred-placeholder.ts';

/** The ThumbHashes that were decoded, in order. */
const decodedHashes = vi.hoisted(() => [] as Uint8Array[]);
vi.mock('thumbhash', () => ({
  thumbHashToDataURL: (bytes: Uint8Array) => {
    decodedHashes.push(bytes);
    return `data:${bytes.join()}`;
  },
}));

/** Builds a different hash for each number. */
const buildHash = (number: number) => Buffer.from([1, 2, number >> 8, number & 255]).toString('base64');

it('caches the last 200 decoded placeholders', () => {
  const firstStyle = blurredPlaceholder(buildHash(0));
  expect(firstStyle).toEqual({ backgroundImage: 'url(data:1,2,0,0)' });
  expect(blurredPlaceholder(buildHash(0))).toBe(firstStyle);

  for (let number = 1; number < 200; number++) blurredPlaceholder(buildHash(number));
  expect(decodedHashes).toHaveLength(200);

  blurredPlaceholder(buildHash(0));
  expect(decodedHashes).toHaveLength(200);

  blurredPlaceholder(buildHash(200));
  blurredPlaceholder(buildHash(1));
  expect(decodedHashes).toHaveLength(202);
});

it('shows nothing for an invalid placeholder', () => {
  expect(blurredPlaceholder('?')).toEqual({});
});

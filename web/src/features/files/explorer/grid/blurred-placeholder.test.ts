import { expect, it, vi } from 'vitest';
import { blurredPlaceholder } from './blurred-placeholder.ts';

const decodedHashes = vi.hoisted(() => [] as Uint8Array[]);
vi.mock('thumbhash', () => ({
  thumbHashToDataURL: (bytes: Uint8Array) => {
    decodedHashes.push(bytes);
    return `data:${bytes.join()}`;
  },
}));

const hashOf = (number: number) => Buffer.from([1, 2, number >> 8, number & 255]).toString('base64');

it('decodes a placeholder once, and keeps the last 200', () => {
  const firstStyle = blurredPlaceholder(hashOf(0));
  expect(firstStyle).toEqual({ backgroundImage: 'url(data:1,2,0,0)' });
  expect(blurredPlaceholder(hashOf(0))).toBe(firstStyle);

  for (let number = 1; number < 200; number++) blurredPlaceholder(hashOf(number));
  expect(decodedHashes).toHaveLength(200);

  blurredPlaceholder(hashOf(0));
  expect(decodedHashes).toHaveLength(200);

  blurredPlaceholder(hashOf(200));
  blurredPlaceholder(hashOf(1));
  expect(decodedHashes).toHaveLength(202);
});

it('shows nothing for an invalid placeholder', () => {
  expect(blurredPlaceholder('?')).toEqual({});
});

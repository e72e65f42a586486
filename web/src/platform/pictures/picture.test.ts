import { expect, it } from 'vitest';
import { checkPicture } from './picture.ts';

// 5 MB are 5,242,880 bytes.
it.each([
  ['image/png', 5_242_880, undefined],
  ['image/webp', 1, undefined],
  ['image/jpeg', 5_242_881, 'Image size must be less than 5MB'],
  ['image/svg+xml', 100, 'Please upload an image file'],
  ['text/html', 9_000_000, 'Please upload an image file'],
  ['', 100, 'Please upload an image file'],
])('checkPicture checks a file of type "%s" with %i bytes: %s', (type, size, problem) =>
  expect(checkPicture({ type, size })).toBe(problem),
);

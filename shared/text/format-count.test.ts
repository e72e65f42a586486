import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCount } from './format-count.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1_234_567, '1,234,567'],
  [-1000, '-1,000'],
])('formats %d as %s', (count, text) => expect(formatCount(count)).toBe(text));

it('formats whole numbers like toLocaleString', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
    }),
  );
});

import { expect, it } from 'vitest';
import { clockText, woundTo } from './media-time.ts';

it.each([
  [0, '0:00'],
  [5.99, '0:05'],
  [65, '1:05'],
  [3670, '1:01:10'],
  [36_000, '10:00:00'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
])('shows %d seconds as %s', (seconds, text) => expect(clockText(seconds)).toBe(text));

it('winds to the beginning and the end, and no further', () => {
  expect(woundTo(3, 5, 20)).toBe(8);
  expect(woundTo(3, -5, 20)).toBe(0);
  expect(woundTo(18, 5, 20)).toBe(20);
  expect(woundTo(18, 5, Number.POSITIVE_INFINITY)).toBe(23);
});

import { describe, expect, it } from 'vitest';
import { computeSeekTarget, formatTime } from './media-time.ts';

describe('formatTime', () => {
  it.each([
    [0, '0:00'],
    [5.99, '0:05'],
    [65, '1:05'],
    [3670, '1:01:10'],
    [36_000, '10:00:00'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('formats %d seconds as %s', (seconds, text) => expect(formatTime(seconds)).toBe(text));
});

describe('computeSeekTarget', () => {
  it('returns a time between the start and the end', () => {
    expect(computeSeekTarget(3, 5, 20)).toBe(8);
    expect(computeSeekTarget(3, -5, 20)).toBe(0);
    expect(computeSeekTarget(18, 5, 20)).toBe(20);
    expect(computeSeekTarget(18, 5, Number.POSITIVE_INFINITY)).toBe(23);
  });
});

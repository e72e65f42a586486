import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFrameTimes, isBlack } from './capture-poster.ts';

describe('computeFrameTimes', () => {
  // A tenth of the length but at most a second, then a quarter and a half of it. 0, 1, and 3 s for an unknown length.
  it.each([
    [2, [0.2, 0.5, 1]],
    [60, [1, 15, 30]],
    [Number.POSITIVE_INFINITY, [0, 1, 3]],
    [Number.NaN, [0, 1, 3]],
    [0, [0, 1, 3]],
  ])('returns the times of the frames to try in a video of %s seconds: %j', (duration, times) => {
    expect(computeFrameTimes(duration)).toEqual(times);
  });

  it('returns times before the end of the video', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.04, max: 86_400, noNaN: true }), (duration) => {
        for (const time of computeFrameTimes(duration)) expect(time).toBeLessThan(duration);
      }),
    );
  });
});

describe('isBlack', () => {
  /** Builds a grey frame of these brightnesses, from 0 to 255. */
  const buildFrame = (...values: number[]) =>
    new Uint8ClampedArray(values.flatMap((value) => [value, value, value, 255]));

  // The mean brightness decides: 14.5 is black, and 50 isn't.
  it('ignores noise in a black frame', () => expect(isBlack(buildFrame(0, 30, 8, 20))).toBe(true));
  it('detects a small light in a dark frame', () => expect(isBlack(buildFrame(0, 0, 0, 200))).toBe(false));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUCKET_UPPER_BOUNDS_METRES, bucketOf } from './depth-histogram.ts';

/** A centimetre, in micrometres. */
const CENTIMETRE = 10_000;

describe('bucketOf', () => {
  it('places new members, and members below 0 m, in the first bucket', () => {
    expect(bucketOf(0)).toBe(0);
    expect(bucketOf(-5)).toBe(0);
  });

  it('includes the upper bound of each bucket', () => {
    expect(bucketOf(1)).toBe(1);
    expect(bucketOf(CENTIMETRE)).toBe(1);
    expect(bucketOf(CENTIMETRE + 1)).toBe(2);
  });

  it('places members above the surface in the last bucket', () => {
    expect(bucketOf(10_000_000_000)).toBe(BUCKET_UPPER_BOUNDS_METRES.length - 2);
    expect(bucketOf(10_000_000_001)).toBe(BUCKET_UPPER_BOUNDS_METRES.length - 1);
  });

  it('never gives a greater depth a smaller bucket', () => {
    const depth = fc.integer({ min: -1_000_000, max: 20_000_000_000 });
    fc.assert(
      fc.property(depth, depth, (a, b) => {
        expect(bucketOf(Math.max(a, b))).toBeGreaterThanOrEqual(bucketOf(Math.min(a, b)));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMetres, SURFACE_METRES } from './depth.ts';
import { BUCKET_UPPER_BOUNDS_METRES, bucketOf } from './depth-histogram.ts';

const MICROMETRES_PER_CM = 10_000;
const SURFACE_MICROMETRES = fromMetres(SURFACE_METRES);

describe('bucketOf', () => {
  it('places new members, and members below 0 m, in the first bucket', () => {
    expect(bucketOf(0)).toBe(0);
    expect(bucketOf(-5)).toBe(0);
  });

  it('includes the upper bound of each bucket', () => {
    expect(bucketOf(1)).toBe(1);
    expect(bucketOf(MICROMETRES_PER_CM)).toBe(1);
    expect(bucketOf(MICROMETRES_PER_CM + 1)).toBe(2);
  });

  it('places members above the surface in the last bucket', () => {
    expect(bucketOf(SURFACE_MICROMETRES)).toBe(BUCKET_UPPER_BOUNDS_METRES.length - 2);
    expect(bucketOf(SURFACE_MICROMETRES + 1)).toBe(BUCKET_UPPER_BOUNDS_METRES.length - 1);
  });

  it('never gives a greater depth a smaller bucket', () => {
    const anyDepth = fc.integer({ min: -1_000_000, max: 20_000_000_000 });
    fc.assert(
      fc.property(anyDepth, anyDepth, (a, b) => {
        expect(bucketOf(Math.max(a, b))).toBeGreaterThanOrEqual(bucketOf(Math.min(a, b)));
      }),
    );
  });
});

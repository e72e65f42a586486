/** Tests of the arithmetic of depth: 1 MB lifts a member by 1 cm, in whole micrometres. See docs/product.md#depth. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeDepth, fromMetres, maxBytesAtDepth, roundUpDepth, toMegabytes, toMetres } from './depth.ts';

/** Bytes of a megabyte, which lifts by one centimetre. */
const BYTES_PER_MB = 1_048_576n;
const MICROMETRES_PER_CM = 10_000n;

/** Generates contributed bytes. */
const anyBytes = fc.oneof(
  fc.integer({ min: -1e12, max: Number.MAX_SAFE_INTEGER }),
  // Multiples of 32,768 bytes are whole or half micrometres, so they test the rounding.
  fc.integer({ min: -1e6, max: 1e6 }).map((count) => count * 32_768),
);

/** Generates purchased centimetres. */
const anyCm = fc.integer({ min: 0, max: 100_000_000 });

describe('depth arithmetic', () => {
  it('starts at 0 m', () => {
    expect(computeDepth({ contributedBytes: 0, purchasedCm: 0 })).toBe(0);
  });

  it('adds one centimetre per megabyte', () => {
    expect(toMetres(computeDepth({ contributedBytes: 1_048_576, purchasedCm: 0 }))).toBe(0.01);
  });

  it('adds 100 metres for 10,000 purchased centimetres', () => {
    expect(toMetres(computeDepth({ contributedBytes: 0, purchasedCm: 10_000 }))).toBe(100);
  });

  it('rounds half a micrometre up', () => {
    // 52.4288 bytes are half a micrometre.
    expect(computeDepth({ contributedBytes: 52, purchasedCm: 0 })).toBe(0);
    expect(computeDepth({ contributedBytes: 53, purchasedCm: 0 })).toBe(1);
    // 32,768 bytes are 312.5 micrometres.
    expect(computeDepth({ contributedBytes: 32_768, purchasedCm: 0 })).toBe(313);
    expect(computeDepth({ contributedBytes: -32_768, purchasedCm: 0 })).toBe(-312);
  });

  it('computes a depth within half a micrometre of the exact quotient, for any totals', () => {
    fc.assert(
      fc.property(anyBytes, anyCm, (contributedBytes, purchasedCm) => {
        const depth = BigInt(computeDepth({ contributedBytes, purchasedCm }));
        // Both sides are multiplied by the bytes of a megabyte, so that they stay whole numbers.
        const uploadedDepth = BigInt(contributedBytes) * MICROMETRES_PER_CM;
        const purchasedDepth = BigInt(purchasedCm) * MICROMETRES_PER_CM * BYTES_PER_MB;
        const difference = depth * BYTES_PER_MB - (uploadedDepth + purchasedDepth);

        expect(difference <= BYTES_PER_MB / 2n && difference > -BYTES_PER_MB / 2n).toBe(true);
      }),
    );
  });

  it('never decreases when totals increase', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.nat(1e9), anyCm, (contributedBytes, addedBytes, purchasedCm) => {
        const depth = computeDepth({ contributedBytes, purchasedCm });
        const newDepth = computeDepth({ contributedBytes: contributedBytes + addedBytes, purchasedCm });
        expect(newDepth).toBeGreaterThanOrEqual(depth);
      }),
    );
  });

  it('bounds the bytes that a member at a depth can have contributed', () => {
    const anyContribution = fc.nat(100 * 1_048_576_000);
    fc.assert(
      fc.property(anyContribution, anyCm, (contributedBytes, purchasedCm) => {
        const maxBytes = maxBytesAtDepth(computeDepth({ contributedBytes, purchasedCm }));
        expect(maxBytes).toBeGreaterThanOrEqual(contributedBytes);
        // One micrometre has about 105 bytes, and both the depth and the bound are rounded.
        if (purchasedCm === 0) expect(maxBytes - contributedBytes).toBeLessThan(3 * 105);
      }),
    );

    expect(maxBytesAtDepth(-1_000_000)).toBe(0);
  });

  it('bounds the contributed bytes to within a micrometre of the depth', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000_000), (depth) => {
        const maxDepth = computeDepth({ contributedBytes: maxBytesAtDepth(depth), purchasedCm: 0 });
        expect(maxDepth - depth).toBeGreaterThanOrEqual(0);
        expect(maxDepth - depth).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('converts bytes to megabytes of 1,048,576 bytes', () => {
    expect([0, 524_288, 1_048_576, 1_048_576_000].map(toMegabytes)).toEqual([0, 0.5, 1, 1000]);
  });

  it('converts micrometres to metres and back without loss', () => {
    fc.assert(
      fc.property(fc.nat(11_000_000_000), (micrometres) => {
        expect(fromMetres(toMetres(micrometres))).toBe(micrometres);
      }),
    );
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
    'rejects %d as a total',
    (total) => {
      expect(() => computeDepth({ contributedBytes: total, purchasedCm: 0 })).toThrow(/must be whole numbers/);
      expect(() => computeDepth({ contributedBytes: 0, purchasedCm: total })).toThrow(/must be whole numbers/);
    },
  );
});

describe('roundUpDepth', () => {
  it.each([
    [0, '0.00'],
    [0.07, '0.07'],
    [0.29, '0.29'],
    [12.34, '12.34'],
    [12.340001, '12.35'],
    [0.000001, '0.01'],
    [10_000, '10000.00'],
  ])('rounds %d m up to %s m', (metres, rounded) => expect(roundUpDepth(metres).toFixed(2)).toBe(rounded));

  it('returns the fewest centimetres that are enough, for any whole number of micrometres', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000_000), (micrometres) => {
        const centimetres = Math.round(roundUpDepth(toMetres(micrometres)) * 100);
        expect(centimetres * 10_000).toBeGreaterThanOrEqual(micrometres);
        expect((centimetres - 1) * 10_000).toBeLessThan(micrometres);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesUpTo, depthOf, fromMetres, toMetres } from './depth.ts';

const bytes = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const cm = fc.integer({ min: 0, max: 100_000_000 });

describe('depth arithmetic', () => {
  it('starts at the bottom', () => {
    expect(depthOf({ contributedBytes: 0, purchasedCm: 0 })).toBe(0);
  });

  it('lifts by one centimetre for one megabyte', () => {
    expect(toMetres(depthOf({ contributedBytes: 1_048_576, purchasedCm: 0 }))).toBe(0.01);
  });

  it('lifts by a hundred metres for ten thousand purchased centimetres', () => {
    expect(toMetres(depthOf({ contributedBytes: 0, purchasedCm: 10_000 }))).toBe(100);
  });

  it('rounds half a micrometre up and less down', () => {
    // 52.4288 bytes lift by half a micrometre.
    expect(depthOf({ contributedBytes: 52, purchasedCm: 0 })).toBe(0);
    expect(depthOf({ contributedBytes: 53, purchasedCm: 0 })).toBe(1);
  });

  it('is within half a micrometre of the exact quotient, for any totals', () => {
    fc.assert(
      fc.property(bytes, cm, (contributedBytes, purchasedCm) => {
        const depth = BigInt(depthOf({ contributedBytes, purchasedCm }));
        const exactTimesBytesPerMb = BigInt(contributedBytes) * 10_000n + BigInt(purchasedCm) * 10_000n * 1_048_576n;
        const difference = depth * 1_048_576n - exactTimesBytesPerMb;
        expect(difference <= 524_288n && difference > -524_288n).toBe(true);
      }),
    );
  });

  it('never falls when totals rise', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.nat(1e9), cm, (contributedBytes, more, purchasedCm) => {
        const before = depthOf({ contributedBytes, purchasedCm });
        expect(depthOf({ contributedBytes: contributedBytes + more, purchasedCm })).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it('tells how many bytes anybody at a depth, or below, can have contributed', () => {
    const community = fc.nat(100 * 1_048_576_000);
    fc.assert(
      fc.property(community, cm, (contributedBytes, purchasedCm) => {
        const most = bytesUpTo(depthOf({ contributedBytes, purchasedCm }));
        expect(most).toBeGreaterThanOrEqual(contributedBytes);
        if (purchasedCm === 0) expect(most - contributedBytes).toBeLessThan(3 * 105);
      }),
    );
    expect(bytesUpTo(-1_000_000)).toBe(0);
  });

  it('comes back to the micrometre from metres', () => {
    fc.assert(
      fc.property(fc.nat(11_000_000_000), (micrometres) => {
        expect(fromMetres(toMetres(micrometres))).toBe(micrometres);
      }),
    );
  });

  it('refuses totals that are not whole numbers', () => {
    expect(() => depthOf({ contributedBytes: 0.5, purchasedCm: 0 })).toThrow(RangeError);
    expect(() => depthOf({ contributedBytes: 0, purchasedCm: Number.NaN })).toThrow(RangeError);
  });
});

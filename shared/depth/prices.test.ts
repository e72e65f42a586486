import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centimetresOf,
  dollars,
  metresOf,
  PACKAGE_METRES,
  packageNameOf,
  priceCents,
  purchaseSteps,
} from './prices.ts';

const steps = fc.integer({ min: 1, max: 100_000 });

describe('a purchase', () => {
  it.each([
    [100, 100, '1.00'],
    [1000, 1000, '10.00'],
    [10_000, 10_000, '100.00'],
    [0.1, 0, '0.00'],
    [0.5, 1, '0.01'],
    [49.4, 49, '0.49'],
    [49.5, 50, '0.50'],
    [100.5, 101, '1.01'],
  ])('of %d m costs %d cents, which reads $%s', (metres, cents, text) => {
    const price = priceCents(purchaseSteps(metres)!);
    expect(price).toBe(cents);
    expect(dollars(price)).toBe(text);
  });

  it.each([0, -1, 0.05, 0.15, 100.01, 10_000.1, 1e7, Number.NaN, Number.POSITIVE_INFINITY])(
    'of %d m cannot be made',
    (metres) => {
      expect(purchaseSteps(metres)).toBeUndefined();
    },
  );

  it('can be made of any number of tenths up to the surface, however they are written', () => {
    fc.assert(
      fc.property(steps, (count) => {
        expect(purchaseSteps(metresOf(count))).toBe(count);
        expect(purchaseSteps(count * 0.1)).toBe(count);
        expect(purchaseSteps(Number((count / 10).toFixed(1)))).toBe(count);
      }),
    );
  });

  it('never costs less for more, and at most half a cent beside a cent per metre', () => {
    fc.assert(
      fc.property(steps, (count) => {
        expect(priceCents(count + 1)).toBeGreaterThanOrEqual(priceCents(count));
        expect(Math.abs(priceCents(count) - metresOf(count))).toBeLessThanOrEqual(0.5);
        expect(centimetresOf(count)).toBe(Math.round(metresOf(count) * 100));
      }),
    );
  });

  it('is called after its metres', () => {
    expect(PACKAGE_METRES.map((metres) => packageNameOf(purchaseSteps(metres)!))).toEqual([
      '100m Depth Package',
      '1000m Depth Package',
      '10000m Depth Package',
    ]);
    expect(packageNameOf(1004)).toBe('100.4m Depth Package');
  });
});

/** Tests of prices: one cent per metre, in steps of a tenth of a metre. See docs/product.md#payments. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatDollars,
  PACKAGE_METRES,
  packageNameFor,
  priceCents,
  stepsToCentimetres,
  stepsToMetres,
  toPurchaseSteps,
} from './prices.ts';

/** Generates a purchase, in steps of a tenth of a metre. */
const anySteps = fc.integer({ min: 1, max: 100_000 });

describe('a purchase', () => {
  it.each<[metres: number, cents: number, text: string]>([
    [100, 100, '1.00'],
    [1000, 1000, '10.00'],
    [10_000, 10_000, '100.00'],
    [0.1, 0, '0.00'],
    [0.5, 1, '0.01'],
    [49.4, 49, '0.49'],
    [49.5, 50, '0.50'],
    [100.5, 101, '1.01'],
  ])('prices %d m at %d cents, formatted as $%s', (metres, cents, text) => {
    const price = priceCents(toPurchaseSteps(metres)!);
    expect(price).toBe(cents);
    expect(formatDollars(price)).toBe(text);
  });

  it.each([0, -1, 0.05, 0.15, 100.01, 10_000.1, 1e7, Number.NaN, Number.POSITIVE_INFINITY])(
    'rejects a purchase of %d m',
    (metres) => {
      expect(toPurchaseSteps(metres)).toBeUndefined();
    },
  );

  it('accepts any number of tenths of a metre up to 10,000 m, despite rounding errors', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        expect(toPurchaseSteps(stepsToMetres(steps))).toBe(steps);
        expect(toPurchaseSteps(steps * 0.1)).toBe(steps);
        expect(toPurchaseSteps(Number((steps / 10).toFixed(1)))).toBe(steps);
      }),
    );
  });

  it('costs one cent per metre, rounded by at most half a cent, and never less for more depth', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        expect(priceCents(steps + 1)).toBeGreaterThanOrEqual(priceCents(steps));
        expect(Math.abs(priceCents(steps) - stepsToMetres(steps))).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it('converts steps to the same length in centimetres and in metres', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        expect(stepsToCentimetres(steps)).toBe(Math.round(stepsToMetres(steps) * 100));
      }),
    );
  });

  it('names a purchase after its metres', () => {
    expect(PACKAGE_METRES.map((metres) => packageNameFor(toPurchaseSteps(metres)!))).toEqual([
      '100m Depth Package',
      '1000m Depth Package',
      '10000m Depth Package',
    ]);
    expect(packageNameFor(1004)).toBe('100.4m Depth Package');
  });
});

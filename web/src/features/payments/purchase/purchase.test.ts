/** Tests of depths that a member types, and of prices: one cent per metre, and each provider's minimum. */
import { describe, expect, it } from 'vitest';
import { PACKAGE_METRES, stepsToMetres, toPurchaseSteps } from '../../../../../shared/rules/prices.ts';
import {
  buildPurchase,
  findMinimumProblem,
  findMinMetres,
  formatPackagePrice,
  formatPrice,
  parseCustomDepth,
} from './purchase.ts';

describe('parseCustomDepth', () => {
  it.each(['', ' '])('parses "%s" as empty', (text) => {
    expect(parseCustomDepth(text, 'stripe')).toEqual({ kind: 'empty' });
  });

  it.each(['deep', '-5', '0', '-0.1', 'NaN', '12m'])('rejects "%s" and explains why', (text) => {
    expect(parseCustomDepth(text, 'stripe')).toEqual({
      kind: 'problem',
      problem: 'Depth must be more than 0m. Enter at least 49.5m.',
    });
  });

  it('names the minimum of the chosen payment method', () => {
    expect(parseCustomDepth('0', 'paypal')).toMatchObject({ problem: expect.stringContaining('at least 0.5m') });
  });

  it.each([
    ['0.1', 0.1],
    ['0.3', 0.3],
    ['49.5', 49.5],
    ['1e3', 1000],
    ['10000', 10_000],
    ['10000.0', 10_000],
  ])('parses "%s" as %d metres', (text, metres) => {
    expect(parseCustomDepth(text, 'stripe')).toEqual({ kind: 'metres', metres });
  });

  it.each(['0.05', '0.15', '12.34', '9999.99'])('explains that "%s" is between two steps', (text) => {
    expect(parseCustomDepth(text, 'stripe')).toMatchObject({
      kind: 'problem',
      problem: expect.stringContaining('steps of 0.1m'),
    });
  });

  it.each(['10000.1', '10000.05', '1e9', 'Infinity'])('explains that "%s" is above the maximum', (text) => {
    expect(parseCustomDepth(text, 'stripe')).toMatchObject({
      kind: 'problem',
      problem: expect.stringContaining('10000m at most'),
    });
  });
});

describe('buildPurchase', () => {
  // A metre costs a cent. Half cents are rounded up.
  it.each([
    [100, 100, '$1.00', '$1', '100m Depth Package'],
    [1000, 1000, '$10.00', '$10', '1000m Depth Package'],
    [10_000, 10_000, '$100.00', '$100', '10000m Depth Package'],
    [250, 250, '$2.50', '$2.50', '250m Depth Package'],
    [250.5, 251, '$2.51', '$2.51', '250.5m Depth Package'],
  ])('prices %d m at %d cents', (metres, cents, price, shortPrice, packageName) => {
    expect(buildPurchase(metres)).toEqual({ metres, cents, packageName });
    expect(formatPrice(cents)).toBe(price);
    expect(formatPackagePrice(cents)).toBe(shortPrice);
  });

  it('rejects a depth between two steps', () => {
    expect(() => buildPurchase(0.05)).toThrow(new RangeError("0.05 metres can't be bought"));
  });
});

describe('findMinMetres', () => {
  it('returns the smallest depth that each provider accepts', () => {
    // Stripe accepts payments from 50 cents, and PayPal from one cent. Half a metre rounds up to a cent.
    expect(findMinMetres('stripe')).toBe(49.5);
    expect(findMinMetres('paypal')).toBe(0.5);
  });
});

describe('findMinimumProblem', () => {
  it.each(['stripe', 'paypal'] as const)('accepts the minimum of %s and rejects one step less', (method) => {
    const minDepth = findMinMetres(method);
    const depthBelow = stepsToMetres(toPurchaseSteps(minDepth)! - 1);

    expect(findMinimumProblem(method, buildPurchase(minDepth), [])).toBeUndefined();
    expect(findMinimumProblem(method, buildPurchase(depthBelow), [])).toContain(`at least ${minDepth}m.`);
  });

  it('suggests PayPal below the card minimum, if PayPal is available and accepts the price', () => {
    expect(findMinimumProblem('stripe', buildPurchase(10), ['paypal'])).toBe(
      'Card payments start at $0.50. Choose at least 49.5m, or pay with PayPal.',
    );
    expect(findMinimumProblem('stripe', buildPurchase(10), [])).toBe(
      'Card payments start at $0.50. Choose at least 49.5m.',
    );

    // 0.5 m costs PayPal's minimum of one cent, and 0.1 m costs less.
    expect(findMinimumProblem('stripe', buildPurchase(0.5), ['paypal'])).toContain('or pay with PayPal');
    expect(findMinimumProblem('stripe', buildPurchase(0.1), ['paypal'])).not.toContain('PayPal');
  });

  it('accepts every package by card', () => {
    for (const metres of PACKAGE_METRES) {
      expect(findMinimumProblem('stripe', buildPurchase(metres), [])).toBeUndefined();
    }
  });
});

import { describe, expect, it } from 'vitest';
import { PACKAGE_METRES, stepsToMetres, toPurchaseSteps } from '../../../../../shared/rules/prices.ts';
import { advertisedPrice, minimumProblem, minMetres, priceText, purchaseFor, readCustomDepth } from './purchase.ts';

describe('readCustomDepth', () => {
  it.each(['', ' '])('reads "%s" as empty', (text) => {
    expect(readCustomDepth(text)).toEqual({ kind: 'empty' });
  });

  it.each(['deep', '-5', '0', '-0.1', 'NaN', '12m'])('rejects "%s" and explains why', (text) => {
    expect(readCustomDepth(text)).toEqual({
      kind: 'problem',
      problem: 'Depth must be more than 0m. Enter at least 0.1m.',
    });
  });

  it.each([
    ['0.1', 0.1],
    ['0.3', 0.3],
    ['49.5', 49.5],
    ['1e3', 1000],
    ['10000', 10_000],
    ['10000.0', 10_000],
  ])('parses "%s" as %d metres', (text, metres) => {
    expect(readCustomDepth(text)).toEqual({ kind: 'metres', metres });
  });

  it.each(['0.05', '0.15', '12.34', '9999.99'])('explains that "%s" is between two steps', (text) => {
    expect(readCustomDepth(text)).toMatchObject({ kind: 'problem', problem: expect.stringContaining('steps of 0.1m') });
  });

  it.each(['10000.1', '10000.05', '1e9', 'Infinity'])('explains that "%s" is above the maximum', (text) => {
    expect(readCustomDepth(text)).toMatchObject({
      kind: 'problem',
      problem: expect.stringContaining('10000m at most'),
    });
  });
});

describe('purchaseFor', () => {
  // A metre costs a cent. Half cents are rounded up.
  it.each([
    [100, 100, '$1.00', '$1', '100m Depth Package'],
    [1000, 1000, '$10.00', '$10', '1000m Depth Package'],
    [10_000, 10_000, '$100.00', '$100', '10000m Depth Package'],
    [250, 250, '$2.50', '$2.50', '250m Depth Package'],
    [250.5, 251, '$2.51', '$2.51', '250.5m Depth Package'],
  ])('prices %d m at %d cents', (metres, cents, price, shortPrice, packageName) => {
    expect(purchaseFor(metres)).toEqual({ metres, cents, packageName });
    expect(priceText(cents)).toBe(price);
    expect(advertisedPrice(cents)).toBe(shortPrice);
  });

  it('rejects a depth between two steps', () => {
    expect(() => purchaseFor(0.05)).toThrow(new RangeError("0.05 metres can't be bought"));
  });
});

describe('minMetres', () => {
  it('returns the smallest depth that each provider accepts', () => {
    // Stripe accepts payments from 50 cents, and PayPal from one cent. Half a metre rounds up to a cent.
    expect(minMetres('stripe')).toBe(49.5);
    expect(minMetres('paypal')).toBe(0.5);
  });
});

describe('minimumProblem', () => {
  it.each(['stripe', 'paypal'] as const)('accepts the minimum of %s and rejects one step less', (method) => {
    const minDepth = minMetres(method);
    const depthBelow = stepsToMetres(toPurchaseSteps(minDepth)! - 1);

    expect(minimumProblem(method, purchaseFor(minDepth), [])).toBeUndefined();
    expect(minimumProblem(method, purchaseFor(depthBelow), [])).toContain(`at least ${minDepth}m.`);
  });

  it('suggests PayPal below the card minimum, if PayPal is available and accepts the price', () => {
    expect(minimumProblem('stripe', purchaseFor(10), ['paypal'])).toBe(
      'Card payments start at $0.50. Choose at least 49.5m, or pay with PayPal.',
    );
    expect(minimumProblem('stripe', purchaseFor(10), [])).toBe('Card payments start at $0.50. Choose at least 49.5m.');

    // 0.5 m costs PayPal's minimum of one cent, and 0.1 m costs less.
    expect(minimumProblem('stripe', purchaseFor(0.5), ['paypal'])).toContain('or pay with PayPal');
    expect(minimumProblem('stripe', purchaseFor(0.1), ['paypal'])).not.toContain('PayPal');
  });

  it('accepts every package by card', () => {
    for (const metres of PACKAGE_METRES) {
      expect(minimumProblem('stripe', purchaseFor(metres), [])).toBeUndefined();
    }
  });
});

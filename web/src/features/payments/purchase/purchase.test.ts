import { describe, expect, it } from 'vitest';
import { PACKAGE_METRES, purchaseSteps } from '../../../../../shared/depth/prices.ts';
import { belowMinimum, leastMetres, priceText, purchaseOf, readCustomDepth, roundPriceText } from './purchase.ts';

describe('the custom depth', () => {
  it.each(['', ' ', 'deep', '-5', '0', '-0.1', 'NaN', '12m'])('"%s" is ignored', (text) => {
    expect(readCustomDepth(text)).toEqual({ kind: 'ignored' });
  });

  it.each([
    ['0.1', 0.1],
    ['0.3', 0.3],
    ['49.5', 49.5],
    ['1e3', 1000],
    ['10000', 10_000],
    ['10000.0', 10_000],
  ])('"%s" is %d metres', (text, metres) => {
    expect(readCustomDepth(text)).toEqual({ kind: 'metres', metres });
  });

  it.each(['0.05', '0.15', '12.34', '9999.99'])('"%s" is between two steps, and is told so', (text) => {
    expect(readCustomDepth(text)).toMatchObject({ kind: 'problem', problem: expect.stringContaining('steps of 0.1m') });
  });

  it.each(['10000.1', '10000.05', '1e9', 'Infinity'])('"%s" is more than there is to buy', (text) => {
    expect(readCustomDepth(text)).toMatchObject({
      kind: 'problem',
      problem: expect.stringContaining('10000m at most'),
    });
  });
});

describe('a purchase', () => {
  it.each([
    [100, 100, '$1.00', '$1', '100m Depth Package'],
    [1000, 1000, '$10.00', '$10', '1000m Depth Package'],
    [10_000, 10_000, '$100.00', '$100', '10000m Depth Package'],
    [250.5, 251, '$2.51', '$2.51', '250.5m Depth Package'],
  ])('of %d m costs %d cents', (metres, cents, price, advertised, packageName) => {
    expect(purchaseOf(metres)).toEqual({ metres, cents, packageName });
    expect(priceText(cents)).toBe(price);
    expect(roundPriceText(cents)).toBe(advertised);
  });

  it('is never of a depth that cannot be bought', () => {
    expect(() => purchaseOf(0.05)).toThrow(RangeError);
  });

  it('starts where its price reaches what the provider takes', () => {
    expect(leastMetres('stripe')).toBe(49.5);
    expect(leastMetres('paypal')).toBe(0.5);
    for (const method of ['stripe', 'paypal'] as const) {
      expect(belowMinimum(method, purchaseOf(leastMetres(method)), [])).toBeUndefined();
      const less = (purchaseSteps(leastMetres(method))! - 1) / 10;
      expect(belowMinimum(method, purchaseOf(less), [])).toContain(`at least ${leastMetres(method)}m.`);
    }
  });

  it('that is too small for a card can be paid with PayPal, where there is PayPal, and where that takes it', () => {
    expect(belowMinimum('stripe', purchaseOf(10), ['paypal'])).toBe(
      'Card payments start at $0.50. Please choose at least 49.5m, or pay with PayPal.',
    );
    expect(belowMinimum('stripe', purchaseOf(10), [])).toBe(
      'Card payments start at $0.50. Please choose at least 49.5m.',
    );
    expect(belowMinimum('stripe', purchaseOf(0.1), ['paypal'])).not.toContain('PayPal');
  });

  it('can be any of the packages, by card too', () => {
    for (const metres of PACKAGE_METRES) expect(belowMinimum('stripe', purchaseOf(metres), [])).toBeUndefined();
  });
});

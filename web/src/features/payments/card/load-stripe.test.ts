import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { StripeNotLoadedError } from '../purchase/payment-errors.ts';
import { createStripeLoader } from './load-stripe.ts';

/**
 * Creates a page on which the inserted scripts have these outcomes, in order.
 *
 * @returns the loader of the page, the URLs of the inserted scripts, and the keys that Stripe's constructor received
 */
function createPage(...outcomes: ('runs' | 'fails' | 'defines nothing')[]) {
  const insertedUrls: string[] = [];
  const keys: string[] = [];
  let loadedStripe: StripeConstructor | undefined;

  const construct = ((key: string) => {
    keys.push(key);
    return { key } as unknown as Stripe;
  }) as StripeConstructor;

  const load = createStripeLoader({
    insert: async (url) => {
      insertedUrls.push(url);
      const outcome = outcomes.shift();
      if (outcome === 'fails') throw new Error('blocked');
      if (outcome === 'runs') loadedStripe = construct;
    },
    find: () => loadedStripe,
  });

  return { load, insertedUrls, keys };
}

describe('loadStripe', () => {
  it('loads the script once for concurrent and later calls', async () => {
    const { load, insertedUrls, keys } = createPage('runs');

    const [firstStripe, secondStripe] = await Promise.all([load('/stripe.js', 'pk_1'), load('/stripe.js', 'pk_1')]);

    expect(firstStripe).toBe(secondStripe);
    expect(await load('/stripe.js', 'pk_1')).toBe(firstStripe);
    expect(insertedUrls).toEqual(['/stripe.js']);
    expect(keys).toEqual(['pk_1']);
  });

  it('loads again after a failure', async () => {
    const { load, insertedUrls } = createPage('fails', 'defines nothing', 'runs');

    await expect(load('/stripe.js', 'pk_1')).rejects.toThrow(StripeNotLoadedError);
    await expect(load('/stripe.js', 'pk_1')).rejects.toThrow('Stripe.js has not yet loaded');
    expect(await load('/stripe.js', 'pk_1')).toEqual({ key: 'pk_1' });
    expect(insertedUrls).toHaveLength(3);
  });

  it('does not insert the script again for another key', async () => {
    const { load, insertedUrls, keys } = createPage('runs');

    await load('/stripe.js', 'pk_1');
    await load('/stripe.js', 'pk_2');

    expect(insertedUrls).toEqual(['/stripe.js']);
    expect(keys).toEqual(['pk_1', 'pk_2']);
  });
});

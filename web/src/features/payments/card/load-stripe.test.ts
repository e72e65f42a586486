/** Tests of loading Stripe's script once, and again after a failure. */
import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { StripeNotLoadedError } from '../purchase/payment-errors.ts';
import { createStripeLoader } from './load-stripe.ts';

/**
 * Creates a loader on a fake page. The first inserted script has the first outcome, and so on.
 *
 * @returns the loader, the URLs of the inserted scripts, and the keys that Stripe's constructor received
 */
function createLoader(...outcomes: ('runs' | 'fails' | 'defines nothing')[]) {
  const insertedUrls: string[] = [];
  const keys: string[] = [];
  let definedConstructor: StripeConstructor | undefined;

  const stripeConstructor = ((key: string) => {
    keys.push(key);
    return { key } as unknown as Stripe;
  }) as StripeConstructor;

  const load = createStripeLoader({
    insert: async (url) => {
      insertedUrls.push(url);
      const outcome = outcomes.shift();
      if (outcome === 'fails') throw new Error('blocked');
      if (outcome === 'runs') definedConstructor = stripeConstructor;
    },
    findConstructor: () => definedConstructor,
  });

  return { load, insertedUrls, keys };
}

describe('createStripeLoader', () => {
  it('loads the script once for concurrent and later calls', async () => {
    const { load, insertedUrls, keys } = createLoader('runs');

    const [firstStripe, secondStripe] = await Promise.all([load('/stripe.js', 'pk_1'), load('/stripe.js', 'pk_1')]);

    expect(firstStripe).toBe(secondStripe);
    expect(await load('/stripe.js', 'pk_1')).toBe(firstStripe);
    expect(insertedUrls).toEqual(['/stripe.js']);
    expect(keys).toEqual(['pk_1']);
  });

  it('loads the script again after one that failed, or that defined nothing', async () => {
    const { load, insertedUrls } = createLoader('fails', 'defines nothing', 'runs');

    await expect(load('/stripe.js', 'pk_1')).rejects.toThrow(StripeNotLoadedError);
    await expect(load('/stripe.js', 'pk_1')).rejects.toThrow(StripeNotLoadedError);
    expect(await load('/stripe.js', 'pk_1')).toEqual({ key: 'pk_1' });
    expect(insertedUrls).toHaveLength(3);
  });

  it('does not insert the script again for another key', async () => {
    const { load, insertedUrls, keys } = createLoader('runs');

    await load('/stripe.js', 'pk_1');
    await load('/stripe.js', 'pk_2');

    expect(insertedUrls).toEqual(['/stripe.js']);
    expect(keys).toEqual(['pk_1', 'pk_2']);
  });
});

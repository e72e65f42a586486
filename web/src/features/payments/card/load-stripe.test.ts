import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { expect, it } from 'vitest';
import { StripeMissing } from '../purchase/problem.ts';
import { stripeLoader } from './load-stripe.ts';

/** A page whose scripts end as they are told to, and which remembers what was asked of it. */
function page(...ends: ('runs' | 'fails' | 'leaves nothing')[]) {
  const inserted: string[] = [];
  const keys: string[] = [];
  let left: StripeConstructor | undefined;
  const construct = ((key: string) => {
    keys.push(key);
    return { key } as unknown as Stripe;
  }) as StripeConstructor;
  const load = stripeLoader({
    insert: async (address) => {
      inserted.push(address);
      const end = ends.shift();
      if (end === 'fails') throw new Error('blocked');
      if (end === 'runs') left = construct;
    },
    find: () => left,
  });
  return { load, inserted, keys };
}

it('is loaded once, however often it is asked for', async () => {
  const { load, inserted, keys } = page('runs');
  const [first, second] = await Promise.all([load('/stripe.js', 'pk_1'), load('/stripe.js', 'pk_1')]);
  expect(first).toBe(second);
  expect(await load('/stripe.js', 'pk_1')).toBe(first);
  expect({ inserted, keys }).toEqual({ inserted: ['/stripe.js'], keys: ['pk_1'] });
});

it('is tried again after it has failed', async () => {
  const { load, inserted } = page('fails', 'leaves nothing', 'runs');
  await expect(load('/stripe.js', 'pk_1')).rejects.toThrow(StripeMissing);
  await expect(load('/stripe.js', 'pk_1')).rejects.toThrow('Stripe.js has not yet loaded');
  expect(await load('/stripe.js', 'pk_1')).toEqual({ key: 'pk_1' });
  expect(inserted).toHaveLength(3);
});

it('is not inserted again for another key', async () => {
  const { load, inserted, keys } = page('runs');
  await load('/stripe.js', 'pk_1');
  await load('/stripe.js', 'pk_2');
  expect({ inserted, keys }).toEqual({ inserted: ['/stripe.js'], keys: ['pk_1', 'pk_2'] });
});

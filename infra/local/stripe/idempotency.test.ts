import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { open, tenDollars } from './fixture.ts';

const once = { amount: 1000, currency: 'usd' };

it('answers the same again to the same request with the same key, and does nothing more', async () => {
  const { local, sdk } = await open();
  const first = await sdk.paymentIntents.create(once, { idempotencyKey: 'k1' });
  const again = await sdk.paymentIntents.create(once, { idempotencyKey: 'k1' });
  expect(again).toEqual(first);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(again.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
  expect(local.events.map(({ type }) => type)).toEqual(['payment_intent.created']);
});

it('refuses the key of another request', async () => {
  const { sdk } = await open();
  await sdk.paymentIntents.create(once, { idempotencyKey: 'k1' });
  const refusal = await sdk.paymentIntents
    .create({ ...once, amount: 2000 }, { idempotencyKey: 'k1' })
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(refusal).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  const elsewhere = sdk.refunds.create({ payment_intent: 'pi_1' }, { idempotencyKey: 'k1' });
  await expect(elsewhere).rejects.toThrow('for the same endpoint');
});

it('remembers that a card was declined, but not a request that was refused for its fields', async () => {
  const { sdk } = await open();
  const { id } = await tenDollars(sdk);
  const key = { idempotencyKey: 'declined' };
  const pay = () => sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, key);
  await expect(pay()).rejects.toMatchObject({ code: 'card_declined' });
  const { latest_charge: attempt } = await sdk.paymentIntents.retrieve(id);
  await expect(pay()).rejects.toMatchObject({ code: 'card_declined' });
  expect(await sdk.paymentIntents.retrieve(id)).toMatchObject({ latest_charge: attempt });

  await expect(sdk.paymentIntents.create({ ...once, amount: 1 }, { idempotencyKey: 'k2' })).rejects.toThrow();
  expect(await sdk.paymentIntents.create(once, { idempotencyKey: 'k2' })).toMatchObject({ amount: 1000 });
});

it('does nothing for a request that is made to fail', async () => {
  const { local, sdk } = await open();
  local.faults.failRequests = 1;
  await expect(sdk.paymentIntents.create(once)).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  expect(local.events).toEqual([]);
  expect(await sdk.paymentIntents.create(once)).toMatchObject({ amount: 1000 });
});

it('is asked once more for an answer that was lost, and does nothing twice', async () => {
  const { local, sdk } = await open();
  local.faults.loseAnswers = 1;
  // The package asks again by itself where a connection breaks, with the same key.
  const intent = await sdk.paymentIntents.create(once);
  expect(intent.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(local.events.map(({ objectId }) => objectId)).toEqual([intent.id]);
});

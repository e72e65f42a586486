import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { createIntent, openStripe } from './fixture.ts';

const payment = { amount: 1000, currency: 'usd' };

it('replays the response to a repeated request without creating another payment', async () => {
  const { local, sdk } = await openStripe();
  const first = await sdk.paymentIntents.create(payment, { idempotencyKey: 'k1' });
  const replay = await sdk.paymentIntents.create(payment, { idempotencyKey: 'k1' });

  expect(replay).toEqual(first);
  expect(replay.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(replay.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
  expect(local.events.map(({ type }) => type)).toEqual(['payment_intent.created']);
});

it('rejects a key that was used for another request', async () => {
  const { sdk } = await openStripe();
  await sdk.paymentIntents.create(payment, { idempotencyKey: 'k1' });
  const error = await sdk.paymentIntents
    .create({ ...payment, amount: 2000 }, { idempotencyKey: 'k1' })
    .catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });

  const otherEndpoint = sdk.refunds.create({ payment_intent: 'pi_1' }, { idempotencyKey: 'k1' });
  await expect(otherEndpoint).rejects.toThrow('for the same endpoint');
});

it('replays card declines, but not validation errors', async () => {
  const { sdk } = await openStripe();
  const { id } = await createIntent(sdk);
  const key = { idempotencyKey: 'declined' };
  const pay = () => sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, key);
  await expect(pay()).rejects.toMatchObject({ code: 'card_declined' });

  const { latest_charge: firstCharge } = await sdk.paymentIntents.retrieve(id);
  await expect(pay()).rejects.toMatchObject({ code: 'card_declined' });
  expect(await sdk.paymentIntents.retrieve(id)).toMatchObject({ latest_charge: firstCharge });

  await expect(sdk.paymentIntents.create({ ...payment, amount: 1 }, { idempotencyKey: 'k2' })).rejects.toThrow();
  expect(await sdk.paymentIntents.create(payment, { idempotencyKey: 'k2' })).toMatchObject({ amount: 1000 });
});

it('creates nothing in a request that failRequests fails', async () => {
  const { local, sdk } = await openStripe();
  local.faults.failRequests = 1;
  await expect(sdk.paymentIntents.create(payment)).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  expect(local.events).toEqual([]);
  expect(await sdk.paymentIntents.create(payment)).toMatchObject({ amount: 1000 });
});

it('creates one payment when a response is lost and the SDK retries', async () => {
  const { local, sdk } = await openStripe();
  local.faults.loseResponses = 1;
  // The SDK retries after a lost connection, with the same key.
  const intent = await sdk.paymentIntents.create(payment);

  expect(intent.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(local.events.map(({ objectId }) => objectId)).toEqual([intent.id]);
});

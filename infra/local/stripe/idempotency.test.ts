/** Tests of the local Stripe's idempotency keys: a repeated request replays the first response. */
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { createIntent, openStripe } from './fixture.ts';

const PAYMENT = { amount: 1000, currency: 'usd' };

it('replays the response to a repeated request without creating another payment', async () => {
  const { stripe, sdk } = await openStripe();
  const firstIntent = await sdk.paymentIntents.create(PAYMENT, { idempotencyKey: 'k1' });
  const repeatedIntent = await sdk.paymentIntents.create(PAYMENT, { idempotencyKey: 'k1' });

  expect(repeatedIntent).toEqual(firstIntent);
  expect(repeatedIntent.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(repeatedIntent.lastResponse.headers['original-request']).toBe(firstIntent.lastResponse.requestId);
  expect(stripe.events.map(({ type }) => type)).toEqual(['payment_intent.created']);
});

it('rejects a key that was used for another request', async () => {
  const { sdk } = await openStripe();
  await sdk.paymentIntents.create(PAYMENT, { idempotencyKey: 'k1' });
  const error = await sdk.paymentIntents
    .create({ ...PAYMENT, amount: 2000 }, { idempotencyKey: 'k1' })
    .catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });

  const otherEndpoint = sdk.refunds.create({ payment_intent: 'pi_1' }, { idempotencyKey: 'k1' });
  await expect(otherEndpoint).rejects.toThrow('for the same endpoint');
});

it('replays card declines, but not validation errors', async () => {
  const { sdk } = await openStripe();
  const { id } = await createIntent(sdk);
  const options = { idempotencyKey: 'declined' };
  const pay = () => sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, options);

  await expect(pay()).rejects.toMatchObject({ code: 'card_declined' });

  const { latest_charge: firstCharge } = await sdk.paymentIntents.retrieve(id);
  await expect(pay()).rejects.toMatchObject({ code: 'card_declined' });
  expect(await sdk.paymentIntents.retrieve(id)).toMatchObject({ latest_charge: firstCharge });

  await expect(sdk.paymentIntents.create({ ...PAYMENT, amount: 1 }, { idempotencyKey: 'k2' })).rejects.toThrow();
  expect(await sdk.paymentIntents.create(PAYMENT, { idempotencyKey: 'k2' })).toMatchObject({ amount: 1000 });
});

it('creates nothing if failRequests makes the request fail', async () => {
  const { stripe, sdk } = await openStripe();
  stripe.faults.failRequests = 1;
  await expect(sdk.paymentIntents.create(PAYMENT)).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  expect(stripe.events).toEqual([]);
  expect(await sdk.paymentIntents.create(PAYMENT)).toMatchObject({ amount: 1000 });
});

it('creates one payment when a response is lost and the SDK retries', async () => {
  const { stripe, sdk } = await openStripe();
  stripe.faults.loseResponses = 1;
  // Even with `maxNetworkRetries: 0`, the SDK retries once after a lost connection, with the same key.
  const intent = await sdk.paymentIntents.create(PAYMENT);

  expect(intent.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(stripe.events.map(({ objectId }) => objectId)).toEqual([intent.id]);
});

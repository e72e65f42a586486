/** Tests of the webhook events that the local Stripe sends to the product: their signature and delivery. */
import Stripe from 'stripe';
import { expect, it, onTestFinished } from 'vitest';
import { createIntent, createPaidIntent, createSdk, openStripe } from './fixture.ts';
import { LocalStripe } from './stripe.ts';

/** Opens a local Stripe with a paid intent, and returns the delivery of its event. */
async function openDelivery() {
  const { stripe, endpoint, sdk } = await openStripe({ eventTypes: ['payment_intent.succeeded'] });
  const intent = await createPaidIntent(sdk);
  await stripe.waitUntilIdle();
  expect(endpoint.types).toEqual(['payment_intent.succeeded']);

  const { body, headers } = endpoint.deliveries[0]!;
  return { stripe, sdk, intent, body, signature: headers['stripe-signature']! };
}

it('signs an event with the webhook secret', async () => {
  const { stripe, sdk, intent, body, signature } = await openDelivery();
  const event = sdk.webhooks.constructEvent(body, signature, stripe.webhookSecret);

  expect(event).toMatchObject({
    object: 'event',
    type: 'payment_intent.succeeded',
    api_version: Stripe.API_VERSION,
    data: { object: { id: intent.id, status: 'succeeded' } },
    request: { id: expect.stringMatching(/^req_/) },
  });
});

it('signs the exact bytes of an event', async () => {
  const { stripe, sdk, body, signature } = await openDelivery();
  const reserializedBody = JSON.stringify(JSON.parse(body));

  expect(() => sdk.webhooks.constructEvent(reserializedBody, signature, stripe.webhookSecret)).toThrow(
    'No signatures found',
  );
  expect(() => sdk.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow('No signatures found');
});

it('sends events for declines and payments', async () => {
  const { stripe, sdk } = await openStripe();

  const { id } = await createIntent(sdk);
  const confirmation = sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' });
  await expect(confirmation).rejects.toThrow('declined');
  await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });

  expect(stripe.events.map(({ type }) => type)).toEqual([
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'charge.succeeded',
    'payment_intent.succeeded',
  ]);
});

it('sends events for refunds and disputes', async () => {
  const { stripe, sdk } = await openStripe();
  const { id } = await createPaidIntent(sdk);
  const paymentEventCount = stripe.events.length;

  const refund = stripe.refund(id, 100);
  stripe.failRefund(refund.id);
  stripe.closeDispute(stripe.dispute(id).id, 'lost');

  expect(stripe.events.slice(paymentEventCount).map(({ type }) => type)).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
  ]);
});

it('retries with the same bytes until the endpoint accepts the event', async () => {
  const { stripe, endpoint, sdk } = await openStripe({
    eventTypes: ['payment_intent.succeeded'],
    retryDelaysMs: [1, 1, 1, 1],
  });
  endpoint.firstStatuses.push(500, 302, 404);
  await createPaidIntent(sdk);

  await expect.poll(() => stripe.events.at(-1)).toMatchObject({ delivery: 'delivered', attempts: 4 });
  expect(endpoint.deliveries).toHaveLength(4);
  expect(new Set(endpoint.deliveries.map(({ body }) => body)).size).toBe(1);

  const { body, headers } = endpoint.deliveries.at(-1)!;
  expect(sdk.webhooks.constructEvent(body, headers['stripe-signature']!, stripe.webhookSecret)).toMatchObject({
    object: 'event',
  });
});

it('stops after the last retry but can resend the event, even a delivered one', async () => {
  const { stripe, endpoint, sdk } = await openStripe({ eventTypes: ['payment_intent.succeeded'], retryDelaysMs: [1] });
  endpoint.laterStatus = 500;
  await createPaidIntent(sdk);
  await expect.poll(() => stripe.events.at(-1)).toMatchObject({ delivery: 'failed', attempts: 2 });

  endpoint.laterStatus = 200;
  await stripe.resend(stripe.events.at(-1)!.id);
  expect(stripe.events.at(-1)).toMatchObject({ delivery: 'delivered' });

  await stripe.resend(stripe.events.at(-1)!.id);
  // Two automatic attempts and two resends.
  expect(endpoint.deliveries).toHaveLength(4);
});

it('drops events while dropWebhooks is set but can resend them later', async () => {
  const { stripe, endpoint, sdk } = await openStripe({ eventTypes: ['payment_intent.succeeded'] });
  stripe.faults.dropWebhooks = true;
  await createPaidIntent(sdk);
  stripe.faults.dropWebhooks = false;
  await stripe.waitUntilIdle();

  expect(endpoint.deliveries).toEqual([]);
  expect(stripe.events.at(-1)).toMatchObject({ type: 'payment_intent.succeeded', delivery: 'dropped' });

  await stripe.resend(stripe.events.at(-1)!.id);
  expect(endpoint.types).toEqual(['payment_intent.succeeded']);
});

it('holds events back while holdWebhooks is set', async () => {
  const { stripe, endpoint, sdk } = await openStripe({ eventTypes: ['payment_intent.succeeded'] });
  stripe.faults.holdWebhooks = true;
  await createPaidIntent(sdk);
  await stripe.waitUntilIdle();
  expect(endpoint.deliveries).toEqual([]);

  stripe.faults.holdWebhooks = false;
  await stripe.waitUntilIdle();
  expect(endpoint.types).toEqual(['payment_intent.succeeded']);
});

/** Restarts a local Stripe that has an undelivered event of a paid intent, and an unpaid intent with the key `k1`. */
async function restartWithPayments() {
  const { stripe, endpoint, directory, sdk } = await openStripe({ eventTypes: ['payment_intent.succeeded'] });
  endpoint.laterStatus = 503;
  const { id: paidId } = await createPaidIntent(sdk);
  await stripe.waitUntilIdle();
  const unpaidIntent = await sdk.paymentIntents.create({ amount: 700, currency: 'usd' }, { idempotencyKey: 'k1' });
  await stripe.close();

  endpoint.laterStatus = 200;
  const webhook = { url: () => endpoint.url, eventTypes: ['payment_intent.succeeded'] };
  const restartedStripe = await LocalStripe.open({ directory, webhook });
  onTestFinished(() => restartedStripe.close());

  return { stripe, restartedStripe, endpoint, paidId, unpaidIntent };
}

it('keeps its keys across a restart', async () => {
  const { stripe, restartedStripe } = await restartWithPayments();

  expect(stripe.secretKey).toMatch(/^sk_test_/);
  expect(stripe.webhookSecret).toMatch(/^whsec_/);
  expect(restartedStripe.webhookSecret).toBe(stripe.webhookSecret);
  expect(restartedStripe.publishableKey).toBe(stripe.publishableKey);
});

it('keeps payments and idempotency keys across a restart', async () => {
  const { stripe, restartedStripe, paidId, unpaidIntent } = await restartWithPayments();
  const sdk = createSdk(restartedStripe, stripe.secretKey);

  expect(await sdk.paymentIntents.retrieve(paidId)).toMatchObject({ status: 'succeeded' });
  expect(await sdk.paymentIntents.create({ amount: 700, currency: 'usd' }, { idempotencyKey: 'k1' })).toEqual(
    unpaidIntent,
  );
});

it('sends undelivered events again after a restart', async () => {
  const { restartedStripe, endpoint, paidId } = await restartWithPayments();

  // The last event is the creation of the unpaid intent.
  await expect.poll(() => restartedStripe.events.at(-2)).toMatchObject({ objectId: paidId, delivery: 'delivered' });
  expect(endpoint.deliveries.at(-1)!.body).toBe(endpoint.deliveries[0]!.body);
});

it('closes while an endpoint does not respond, and sends the event after the next start', async () => {
  const { stripe, endpoint, directory, sdk } = await openStripe({ eventTypes: ['payment_intent.succeeded'] });
  // The endpoint never responds.
  endpoint.laterStatus = undefined;
  await createPaidIntent(sdk);
  await expect.poll(() => endpoint.deliveries.length).toBe(1);

  await stripe.close();
  expect(stripe.events.at(-1)).toMatchObject({ delivery: 'pending', attempts: 0 });

  endpoint.laterStatus = 200;
  const restartedStripe = await LocalStripe.open({ directory, webhook: { url: () => endpoint.url } });
  await restartedStripe.waitUntilIdle();
  expect(restartedStripe.events.at(-1)).toMatchObject({ delivery: 'delivered', attempts: 1 });

  await restartedStripe.close();
});

it('retries an event until the webhook URL is known', async () => {
  let url: string | undefined;
  const { endpoint, stripe, sdk } = await openStripe({
    // Enough retries until the test sets the URL.
    retryDelaysMs: Array.from({ length: 50 }, () => 10),
    webhook: {
      url() {
        if (url === undefined) throw new Error('The site has not started.');
        return url;
      },
      eventTypes: ['payment_intent.succeeded'],
    },
  });

  await createPaidIntent(sdk);
  await stripe.waitUntilIdle();
  url = endpoint.url;

  await expect.poll(() => endpoint.types).toEqual(['payment_intent.succeeded']);
});

import Stripe from 'stripe';
import { expect, it, vi } from 'vitest';
import { open, paidTenDollars, sdkOf, tenDollars } from './fixture.ts';
import { LocalStripe } from './stripe.ts';

it('signs what the official package accepts, and nothing that was changed', async () => {
  const { local, endpoint, sdk } = await open({ events: ['payment_intent.succeeded'] });
  const intent = await paidTenDollars(sdk);
  await local.idle();
  expect(endpoint.types).toEqual(['payment_intent.succeeded']);
  const { body, headers } = endpoint.deliveries[0]!;
  const event = sdk.webhooks.constructEvent(body, headers['stripe-signature']!, local.webhookSecret);
  expect(event).toMatchObject({
    object: 'event',
    type: 'payment_intent.succeeded',
    // The shapes are those that the package's types describe.
    api_version: Stripe.API_VERSION,
    data: { object: { id: intent.id, status: 'succeeded' } },
    request: { id: expect.stringMatching(/^req_/) },
  });
  const rewritten = JSON.stringify(JSON.parse(body));
  expect(() => sdk.webhooks.constructEvent(rewritten, headers['stripe-signature']!, local.webhookSecret)).toThrow(
    'No signatures found',
  );
  expect(() => sdk.webhooks.constructEvent(body, headers['stripe-signature']!, 'whsec_other')).toThrow(
    'No signatures found',
  );
});

it('tells of a payment, of a decline, of a refund and of a dispute', async () => {
  const { local, sdk } = await open();
  const types = () => local.events.map(({ type }) => type);
  const { id } = await tenDollars(sdk);
  await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }).catch(() => {});
  await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  expect(types()).toEqual([
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'charge.succeeded',
    'payment_intent.succeeded',
  ]);
  const refund = local.refund(id, 100);
  local.failRefund(refund.id);
  local.closeDispute(local.dispute(id).id, 'lost');
  expect(types().slice(5)).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
  ]);
});

it('tries again, with the same bytes, until the endpoint takes it', async () => {
  const { local, endpoint, sdk } = await open({ events: ['payment_intent.succeeded'], retryDelaysMs: [1, 1, 1, 1] });
  endpoint.firstStatuses.push(500, 302, 404);
  await paidTenDollars(sdk);
  await expect.poll(() => local.events.at(-1)).toMatchObject({ delivery: 'delivered', attempts: 4 });
  expect(endpoint.deliveries).toHaveLength(4);
  expect(new Set(endpoint.deliveries.map(({ body }) => body)).size).toBe(1);
  const { body, headers } = endpoint.deliveries.at(-1)!;
  expect(sdk.webhooks.constructEvent(body, headers['stripe-signature']!, local.webhookSecret)).toMatchObject({
    object: 'event',
  });
});

it('gives up after the last delay, and sends again when asked', async () => {
  const { local, endpoint, sdk } = await open({ events: ['payment_intent.succeeded'], retryDelaysMs: [1] });
  endpoint.status = 500;
  await paidTenDollars(sdk);
  await expect.poll(() => local.events.at(-1)).toMatchObject({ delivery: 'given up', attempts: 2 });
  endpoint.status = 200;
  await local.resend(local.events.at(-1)!.id);
  expect(local.events.at(-1)).toMatchObject({ delivery: 'delivered' });
  await local.resend(local.events.at(-1)!.id);
  expect(endpoint.deliveries).toHaveLength(4);
});

it('loses events while it is told to, and keeps them for a later resend', async () => {
  const { local, endpoint, sdk } = await open({ events: ['payment_intent.succeeded'] });
  local.faults.dropWebhooks = true;
  await paidTenDollars(sdk);
  local.faults.dropWebhooks = false;
  await local.idle();
  expect(endpoint.deliveries).toEqual([]);
  expect(local.events.at(-1)).toMatchObject({ type: 'payment_intent.succeeded', delivery: 'dropped' });
  await local.resend(local.events.at(-1)!.id);
  expect(endpoint.types).toEqual(['payment_intent.succeeded']);
});

it('keeps events back while it is told to', async () => {
  const { local, endpoint, sdk } = await open({ events: ['payment_intent.succeeded'] });
  local.faults.holdWebhooks = true;
  await paidTenDollars(sdk);
  await local.idle();
  expect(endpoint.deliveries).toEqual([]);
  local.faults.holdWebhooks = false;
  await local.idle();
  expect(endpoint.types).toEqual(['payment_intent.succeeded']);
});

it('loses nothing in a restart: neither keys, nor payments, nor what was not delivered', async () => {
  const { local, endpoint, directory, sdk } = await open({ events: ['payment_intent.succeeded'] });
  endpoint.status = 503;
  const { id } = await paidTenDollars(sdk);
  await local.idle();
  const keyed = await sdk.paymentIntents.create({ amount: 700, currency: 'usd' }, { idempotencyKey: 'k1' });
  await local.close();

  endpoint.status = 200;
  const webhook = { url: () => endpoint.url, events: ['payment_intent.succeeded'] };
  const restarted = await LocalStripe.open({ directory, webhook });
  try {
    expect(local.secretKey).toMatch(/^sk_test_/);
    expect(local.webhookSecret).toMatch(/^whsec_/);
    expect(restarted.webhookSecret).toBe(local.webhookSecret);
    expect(restarted.publishableKey).toBe(local.publishableKey);
    const again = sdkOf(restarted, local.secretKey);
    expect(await again.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' });
    expect(await again.paymentIntents.create({ amount: 700, currency: 'usd' }, { idempotencyKey: 'k1' })).toEqual(
      keyed,
    );
    await vi.waitFor(() => expect(restarted.events.at(-2)).toMatchObject({ objectId: id, delivery: 'delivered' }), {
      timeout: 5000,
    });
    expect(endpoint.deliveries.at(-1)!.body).toBe(endpoint.deliveries[0]!.body);
  } finally {
    await restarted.close();
  }
});

it('closes while an endpoint does not answer, and sends again after the next start', async () => {
  const { local, endpoint, directory, sdk } = await open({ events: ['payment_intent.succeeded'] });
  endpoint.status = undefined;
  await paidTenDollars(sdk);
  await expect.poll(() => endpoint.deliveries.length).toBe(1);
  await local.close();
  expect(local.events.at(-1)).toMatchObject({ delivery: 'pending', attempts: 0 });

  endpoint.status = 200;
  const restarted = await LocalStripe.open({ directory, webhook: { url: () => endpoint.url } });
  await restarted.idle();
  expect(restarted.events.at(-1)).toMatchObject({ delivery: 'delivered', attempts: 1 });
  await restarted.close();
});

it('goes on when nobody knows yet where the webhook is', async () => {
  let url: string | undefined;
  const { endpoint, local, sdk } = await open({
    retryDelaysMs: Array.from({ length: 50 }, () => 10),
    webhook: {
      url() {
        if (url === undefined) throw new Error('The site has not started.');
        return url;
      },
      events: ['payment_intent.succeeded'],
    },
  });
  await paidTenDollars(sdk);
  await local.idle();
  url = endpoint.url;
  await expect.poll(() => endpoint.types).toEqual(['payment_intent.succeeded']);
});

/**
 * Payments and refunds through the local Stripe while responses and events are lost, repeated, or out of order.
 *
 * One cent buys 1 m, so a refund of 25 cents lowers the depth by 25 m.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { sendRequest } from '../support/api-request.ts';
import { confirmCard } from '../support/card.ts';
import { Member } from '../support/member.ts';
import { expectLedger, readLedger, startFaultCloud } from './fault-cloud.ts';

const { cloud, directory, readItems } = await startFaultCloud({
  providerTimings: { retryDelaysMs: Array.from({ length: 20 }, () => 200) },
});

const stripe = cloud.payments.stripe!;

afterEach(() => {
  Object.assign(stripe.faults, { dropWebhooks: false, holdWebhooks: false, failRequests: 0, loseResponses: 0 });
});

/** Buys metres with a card that is charged immediately. Returns the PaymentIntent's ID. */
async function payByCard(member: Member, metres: number): Promise<string> {
  const { body } = await member.call(contract.payments.createPaymentIntent, { amount: metres, depth: metres });
  expect(await confirmCard(cloud.config, body)).toMatchObject({ status: 'succeeded' });
  return body.paymentIntentId;
}

/** Returns the events of one type about a payment. */
function findEvents(intentId: string, type = 'payment_intent.succeeded') {
  const events = stripe.events.filter((event) => event.type === type && event.body.includes(intentId));
  expect(events.length).toBeGreaterThan(0);
  return events;
}

/** Signs an event like Stripe. */
function signEvent(body: string, { secret = stripe.webhookSecret, timestamp = Math.floor(Date.now() / 1000) } = {}) {
  const signature = new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp,
  });
  return { body, headers: { 'stripe-signature': signature } };
}

const deliverEvent = (event: { body: string; headers: Record<string, string> }) =>
  sendRequest('POST', '/stripe/webhook', event);

describe('Stripe payment events', () => {
  it('credits a payment once when an event arrives 50 times concurrently, and again days later', async () => {
    const member = await Member.register();
    stripe.faults.dropWebhooks = true;
    const [event] = findEvents(await payByCard(member, 100));
    const responses = await Promise.all(Array.from({ length: 50 }, () => deliverEvent(signEvent(event!.body))));

    // Throttled deliveries get 503, and Stripe retries them.
    expect(responses.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    await expectLedger(member, [100]);
    // Days later, Stripe signs the same body with the time of the new attempt.
    expect(await deliverEvent(signEvent(event!.body))).toMatchObject({ status: 200 });
    await expectLedger(member, [100]);
  });

  it('credits a payment when a lost event is sent again', async () => {
    const member = await Member.register();
    stripe.faults.dropWebhooks = true;
    const intentId = await payByCard(member, 100);

    await stripe.waitUntilIdle();
    expect(await member.getDepth()).toBe(0);

    stripe.faults.dropWebhooks = false;
    await stripe.resend(findEvents(intentId)[0]!.id);

    await expectLedger(member, [100]);
  });

  it('credits a payment on retry, after the first delivery failed', async () => {
    const member = await Member.register();
    const { body } = await member.call(contract.payments.createPaymentIntent, { amount: 100, depth: 100 });
    // The event is held until Stripe's API fails. So the webhook can't read the payment at the first delivery.
    stripe.faults.holdWebhooks = true;
    await confirmCard(cloud.config, body);
    stripe.faults.failRequests = 8;
    stripe.faults.holdWebhooks = false;

    await expectLedger(member, [100]);
  });

  it('credits a payment whose browser was closed after confirming', async () => {
    const member = await Member.register();
    await payByCard(member, 1000);
    await expectLedger(member, [1000]);
  });

  it('credits both payments of two tabs that pay concurrently', async () => {
    const member = await Member.register();
    await Promise.all([payByCard(member, 100), payByCard(member, 50)]);

    await expect.poll(() => member.getDepth()).toBe(150);
    expect((await readLedger(member)).map(({ change }) => change).sort((a, b) => a - b)).toEqual([50, 100]);
  });
});

describe('Stripe reversals', () => {
  it('lowers the depth by the refunded part, and never by more than the payment', async () => {
    const member = await Member.register();
    const intentId = await payByCard(member, 100);
    await expectLedger(member, [100]);

    stripe.refund(intentId, 25);
    await expectLedger(member, [100, -25]);

    stripe.refund(intentId);
    await expectLedger(member, [100, -25, -75]);

    const payments = (await readLedger(member)).map(({ source, payment }) => [
      source,
      payment?.paymentId,
      payment?.cents,
    ]);

    expect(payments.toReversed()).toEqual([
      ['stripe', intentId, 100],
      ['refund', intentId, -25],
      ['refund', intentId, -75],
    ]);
  });

  it('adds payment and refund in order when the refund event arrives first', async () => {
    const member = await Member.register();
    stripe.faults.dropWebhooks = true;
    const intentId = await payByCard(member, 100);
    stripe.refund(intentId, 40);
    stripe.faults.dropWebhooks = false;
    await stripe.resend(findEvents(intentId, 'charge.refunded')[0]!.id);
    await expectLedger(member, [100, -40]);

    await stripe.resend(findEvents(intentId)[0]!.id);
    await expectLedger(member, [100, -40]);
  });

  it('restores the depth when a refund fails', async () => {
    const member = await Member.register();
    const intentId = await payByCard(member, 100);
    await expectLedger(member, [100]);

    const { id } = stripe.refund(intentId, 30);
    await expectLedger(member, [100, -30]);

    stripe.failRefund(id);
    await expectLedger(member, [100, -30, 30]);
  });

  it('lowers the depth when a dispute is lost, and not when it is won', async () => {
    const member = await Member.register();
    const lostPayment = await payByCard(member, 100);
    const wonPayment = await payByCard(member, 50);
    await expect.poll(() => member.getDepth()).toBe(150);

    stripe.closeDispute(stripe.dispute(wonPayment).id, 'won');
    const dispute = stripe.dispute(lostPayment);
    await stripe.waitUntilIdle();
    expect(await member.getDepth()).toBe(150);

    stripe.closeDispute(dispute.id, 'lost');
    await expect.poll(() => member.getDepth()).toBe(50);
    expect((await readLedger(member))[0]).toMatchObject({ source: 'dispute', change: -100 });
  });
});

describe('POST /stripe/webhook', () => {
  it.each([
    ['signed with another secret', (body: string) => signEvent(body, { secret: 'whsec_another' })],
    [
      'signed more than five minutes ago',
      (body: string) => signEvent(body, { timestamp: Math.floor(Date.now() / 1000) - 301 }),
    ],
    ['whose body was parsed and serialized again', (body: string) => ({ ...signEvent(body), body: reserialize(body) })],
    [
      'whose body was changed',
      (body: string) => ({ ...signEvent(body), body: body.replaceAll('succeeded', 'succeeded ') }),
    ],
    ['without a signature', (body: string) => ({ body, headers: {} })],
  ])('rejects an event %s', async (_, forge) => {
    const member = await Member.register();
    stripe.faults.dropWebhooks = true;
    const [event] = findEvents(await payByCard(member, 100));

    expect(await deliverEvent(forge(event!.body))).toMatchObject({ status: 400, body: { code: 'InvalidSignature' } });
    expect(await member.getDepth()).toBe(0);
    expect(await readLedger(member)).toEqual([]);
  });

  /** Returns the same JSON in other bytes, which the signature doesn't cover. */
  function reserialize(body: string): string {
    const compact = JSON.stringify(JSON.parse(body));
    return compact === body ? JSON.stringify(JSON.parse(body), null, 1) : compact;
  }
});

describe('POST /stripe/create-payment-intent', () => {
  it('returns 503 while Stripe is unreachable, and succeeds on the next attempt', async () => {
    const member = await Member.register();
    stripe.faults.failRequests = 10;
    const request = { amount: 100, depth: 100, idempotencyKey: 'the-same-purchase' };
    const response = await member.call(contract.payments.createPaymentIntent, request);

    expect(response).toMatchObject({ status: 503, body: { code: 'PaymentsUnavailable' } });
    expect(response.headers.get('retry-after')).not.toBeNull();

    stripe.faults.failRequests = 0;
    expect((await member.call(contract.payments.createPaymentIntent, request)).status).toBe(200);
  });

  it('creates one PaymentIntent when the first response of Stripe is lost', async () => {
    const member = await Member.register();
    stripe.faults.loseResponses = 1;
    const request = { amount: 100, depth: 100, idempotencyKey: 'lost-response' };
    const { body } = await member.call(contract.payments.createPaymentIntent, request);
    const retry = await member.call(contract.payments.createPaymentIntent, request);

    expect(retry.body.paymentIntentId).toBe(body.paymentIntentId);
  });
});

describe('a payment of a deleted member', () => {
  it('credits a deleted member nothing for a later payment, and logs the payment without their email', async () => {
    const member = await Member.register();
    stripe.faults.holdWebhooks = true;
    await payByCard(member, 100);
    expect((await member.call(contract.account.deleteAccount, {})).status).toBe(200);

    stripe.faults.holdWebhooks = false;
    const log = join(directory, 'logs/payments-stripe-webhook.log');
    const findLogLines = () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('Payment not credited'));

    await expect.poll(findLogLines).not.toEqual([]);
    for (const line of findLogLines()) expect(line).not.toContain(member.email);
    expect(await readItems(`USER#${member.userId}`, 'LEDGER#stripe')).toEqual([]);
  });
});

describe('a refund', () => {
  it('adds a refund of a credited payment to the ledger of a deleted member, without reporting it', async () => {
    const member = await Member.register();
    const intentId = await payByCard(member, 100);
    await expectLedger(member, [100]);

    await member.call(contract.account.deleteAccount, {});
    stripe.refund(intentId, 10);
    await expect.poll(() => readItems(`USER#${member.userId}`, 'LEDGER#refund')).toHaveLength(1);

    await stripe.waitUntilIdle();
    expect(await readItems('UNCLAIMED', `stripe#${intentId}`)).toEqual([]);
  });

  // An unclaimed payment can't be credited, here because its member was deleted before the event arrived.
  it('deletes the record of an unclaimed payment once refunds have returned all money', async () => {
    const member = await Member.register();
    stripe.faults.holdWebhooks = true;
    const intentId = await payByCard(member, 100);

    await member.call(contract.account.deleteAccount, {});
    stripe.faults.holdWebhooks = false;
    const readRecords = () => readItems('UNCLAIMED', `stripe#${intentId}`);
    await expect.poll(readRecords).toMatchObject([{ cents: 100, returnedCents: 0 }]);

    stripe.refund(intentId, 40);
    await expect.poll(readRecords).toMatchObject([{ cents: 100, returnedCents: 40 }]);

    stripe.refund(intentId);
    await expect.poll(readRecords).toEqual([]);

    // Repeated events must not create the record again.
    for (const { id } of findEvents(intentId, 'charge.refunded')) await stripe.resend(id);
    await stripe.waitUntilIdle();

    expect(await readRecords()).toEqual([]);
  });
});

describe('audit after all tests', () => {
  it('finds every depth equal to the sum of its ledger', async () => {
    const [audit] = (await cloud.runSchedule('AuditLedgersSchedule', { newRound: true })) as [{ audited: number }];
    expect(audit).toMatchObject({ mismatched: 0, failed: 0, finished: true });
    expect(audit.audited).toBeGreaterThan(0);
  });
});

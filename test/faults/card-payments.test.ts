import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { confirmCard } from '../support/card.ts';
import { Member, send } from '../support/member.ts';
import { expectLedger, ledgerOf, PATIENCE, startFaultCloud } from './fault-cloud.ts';

const { cloud, directory } = await startFaultCloud({
  providerPatience: { retryDelaysMs: Array.from({ length: 20 }, () => 200) },
});
const stripe = cloud.payments.stripe!;

afterEach(() => {
  Object.assign(stripe.faults, { dropWebhooks: false, holdWebhooks: false, failRequests: 0, loseAnswers: 0 });
});

/** Pays for so many metres with a card that is charged at once. */
async function pay(member: Member, metres: number): Promise<string> {
  const { body } = await member.call(contract.payments.createPaymentIntent, { amount: metres, depth: metres });
  expect(await confirmCard(cloud.config, body)).toMatchObject({ status: 'succeeded' });
  return body.paymentIntentId;
}

/** The events about one payment, of one type. */
function eventsOf(intentId: string, type = 'payment_intent.succeeded') {
  const found = stripe.events.filter((event) => event.type === type && event.body.includes(intentId));
  expect(found.length).toBeGreaterThan(0);
  return found;
}

/** An event, signed as Stripe signs it. */
function signed(body: string, { secret = stripe.webhookSecret, timestamp = Math.floor(Date.now() / 1000) } = {}) {
  const signature = new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp,
  });
  return { body, headers: { 'stripe-signature': signature } };
}

const deliver = (event: { body: string; headers: Record<string, string> }) => send('POST', '/stripe/webhook', event);

describe('the event of a payment', () => {
  it('that comes fifty times at once, and again after days, credits it once', async () => {
    const member = await Member.register();
    stripe.faults.dropWebhooks = true;
    const [event] = eventsOf(await pay(member, 100));
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(signed(event!.body))));
    // Who is too many at once is told to come again, as Stripe then does.
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    await expectLedger(member, [100]);
    // Days later Stripe signs the same body with the time of the attempt.
    expect(await deliver(signed(event!.body))).toMatchObject({ status: 200 });
    await expectLedger(member, [100]);
  });

  it('that was lost credits it when it is sent again', async () => {
    const member = await Member.register();
    stripe.faults.dropWebhooks = true;
    const intentId = await pay(member, 100);
    await stripe.idle();
    expect(await member.depth()).toBe(0);
    stripe.faults.dropWebhooks = false;
    await stripe.resend(eventsOf(intentId)[0]!.id);
    await expectLedger(member, [100]);
  });

  it('that cannot be worked on comes again, and credits it then', async () => {
    const member = await Member.register();
    const { body } = await member.call(contract.payments.createPaymentIntent, { amount: 100, depth: 100 });
    // Stripe’s own answers fail while the webhook looks at the payment.
    stripe.faults.holdWebhooks = true;
    await confirmCard(cloud.config, body);
    stripe.faults.failRequests = 8;
    stripe.faults.holdWebhooks = false;
    await expectLedger(member, [100]);
  });

  it('credits the payment of a browser that was closed after it had confirmed', async () => {
    const member = await Member.register();
    await pay(member, 1000);
    await expectLedger(member, [1000]);
  });

  it('credits both payments of two tabs that pay at once', async () => {
    const member = await Member.register();
    await Promise.all([pay(member, 100), pay(member, 50)]);
    await expect.poll(() => member.depth(), PATIENCE).toBe(150);
    expect((await ledgerOf(member)).map(({ change }) => change).sort((a, b) => a - b)).toEqual([50, 100]);
  });
});

describe('money that goes back', () => {
  it('in full or in part takes the depth that it had bought, and no more', async () => {
    const member = await Member.register();
    const intentId = await pay(member, 100);
    await expectLedger(member, [100]);
    stripe.refund(intentId, 25);
    await expectLedger(member, [100, -25]);
    stripe.refund(intentId);
    await expectLedger(member, [100, -25, -75]);
    const payments = (await ledgerOf(member)).map(({ source, payment }) => [
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

  it('is heard of before the payment was: both are written, in their order', async () => {
    const member = await Member.register();
    stripe.faults.dropWebhooks = true;
    const intentId = await pay(member, 100);
    stripe.refund(intentId, 40);
    stripe.faults.dropWebhooks = false;
    await stripe.resend(eventsOf(intentId, 'charge.refunded')[0]!.id);
    await expectLedger(member, [100, -40]);
    await stripe.resend(eventsOf(intentId)[0]!.id);
    await expectLedger(member, [100, -40]);
  });

  it('and comes back, since the refund failed, lifts again', async () => {
    const member = await Member.register();
    const intentId = await pay(member, 100);
    await expectLedger(member, [100]);
    const { id } = stripe.refund(intentId, 30);
    await expectLedger(member, [100, -30]);
    stripe.failRefund(id);
    await expectLedger(member, [100, -30, 30]);
  });

  it('by a dispute takes depth when the dispute is lost, and nothing when it is won', async () => {
    const member = await Member.register();
    const [lost, won] = [await pay(member, 100), await pay(member, 50)];
    await expect.poll(() => member.depth(), PATIENCE).toBe(150);
    stripe.closeDispute(stripe.dispute(won).id, 'won');
    const dispute = stripe.dispute(lost);
    await stripe.idle();
    expect(await member.depth()).toBe(150);
    stripe.closeDispute(dispute.id, 'lost');
    await expect.poll(() => member.depth(), PATIENCE).toBe(50);
    expect((await ledgerOf(member))[0]).toMatchObject({ source: 'dispute', change: -100 });
  });
});

describe('an event that Stripe has not signed', () => {
  it.each([
    ['by another secret', (body: string) => signed(body, { secret: 'whsec_another' })],
    ['more than five minutes ago', (body: string) => signed(body, { timestamp: Math.floor(Date.now() / 1000) - 301 })],
    [
      'with this body, which was parsed and written anew',
      (body: string) => ({ ...signed(body), body: rewritten(body) }),
    ],
    ['for this payment', (body: string) => ({ ...signed(body), body: body.replaceAll('succeeded', 'succeeded ') })],
    ['at all', (body: string) => ({ body, headers: {} })],
  ])('%s credits nothing', async (_, forge) => {
    const member = await Member.register();
    stripe.faults.dropWebhooks = true;
    const [event] = eventsOf(await pay(member, 100));
    expect(await deliver(forge(event!.body))).toMatchObject({ status: 400, body: { code: 'InvalidSignature' } });
    expect(await member.depth()).toBe(0);
    expect(await ledgerOf(member)).toEqual([]);
  });

  function rewritten(body: string): string {
    const other = JSON.stringify(JSON.parse(body));
    return other === body ? JSON.stringify(JSON.parse(body), null, 1) : other;
  }
});

describe('Stripe that cannot be reached', () => {
  it('is said so to who wants to pay, and the next attempt succeeds', async () => {
    const member = await Member.register();
    stripe.faults.failRequests = 10;
    const wish = { amount: 100, depth: 100, idempotencyKey: 'the-same-purchase' };
    const answer = await member.call(contract.payments.createPaymentIntent, wish);
    expect(answer).toMatchObject({ status: 503, body: { code: 'PaymentsUnavailable' } });
    expect(answer.headers.get('retry-after')).not.toBeNull();
    stripe.faults.failRequests = 0;
    expect((await member.call(contract.payments.createPaymentIntent, wish)).status).toBe(200);
  });

  it('and has carried out what it did not answer, begins the payment once', async () => {
    const member = await Member.register();
    stripe.faults.loseAnswers = 1;
    const wish = { amount: 100, depth: 100, idempotencyKey: 'answer-that-was-lost' };
    const { body } = await member.call(contract.payments.createPaymentIntent, wish);
    const again = await member.call(contract.payments.createPaymentIntent, wish);
    expect(again.body.paymentIntentId).toBe(body.paymentIntentId);
  });
});

describe('a member who has left', () => {
  it('is not credited with what arrives afterwards; it is reported', async () => {
    const member = await Member.register();
    stripe.faults.holdWebhooks = true;
    await pay(member, 100);
    expect((await member.call(contract.account.deleteAccount, {})).status).toBe(200);
    stripe.faults.holdWebhooks = false;
    const log = join(directory, 'logs/payments-stripe-webhook.log');
    const reports = () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('unclaimed'));
    await expect.poll(reports, PATIENCE).not.toEqual([]);
    for (const line of reports()) expect(line).not.toContain(member.email);
  });
});

describe('after all of this', () => {
  it('every profile is what its ledger adds up to', async () => {
    await cloud.runSchedule('AuditLedgersSchedule');
    const log = () => readFileSync(join(directory, 'logs/AuditLedgers.log'), 'utf8');
    await expect.poll(log, PATIENCE).toContain('"finished":true');
    expect(log()).toContain('"mismatched":0');
    expect(log()).not.toContain('"audited":0');
  });
});

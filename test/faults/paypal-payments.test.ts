/**
 * Purchases and refunds through the local PayPal while responses and webhooks are lost, repeated, or out of order.
 *
 * $1 buys 100 m, so a refund of $0.40 lowers the depth by 40 m.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { formatDollars } from '../../shared/rules/prices.ts';
import { Member } from '../support/member.ts';
import { expectLedger, readLedger, startFaultCloud } from './fault-cloud.ts';

const { cloud, readItems } = await startFaultCloud({
  // The local PayPal sends a webhook up to 20 times more, and a hanging request ends after half a second.
  providerTimings: { retryDelaysMs: Array.from({ length: 20 }, () => 200), hangMs: 500 },
});
const paypal = cloud.payments.paypal!;

afterEach(() => {
  Object.assign(paypal.faults, { dropWebhooks: false, hangCaptures: false, declineCaptures: false, failRequests: 0 });
});

/** Returns the input of a purchase: its depth and its price. */
const describePurchase = (metres: number) => ({ depth: metres, amount: formatDollars(metres) });

/** Creates an order at PayPal. Returns its ID. */
async function createOrder(member: Member, metres = 100): Promise<string> {
  return (await member.call(contract.payments.createOrder, describePurchase(metres))).body.orderId;
}

/** Creates an order that the buyer approves, and drops its webhooks until a test resets the fault. Returns its ID. */
async function approveWithoutWebhook(member: Member): Promise<string> {
  const orderId = await createOrder(member);
  paypal.faults.dropWebhooks = true;
  paypal.approve(orderId);
  return orderId;
}

const completePurchase = (member: Member, orderId: string, metres = 100) =>
  member.call(contract.payments.processPurchase, { ...describePurchase(metres), orderId });

/** Returns the capture ID of a member's newest payment. */
const readCaptureId = async (member: Member) => (await readLedger(member))[0]!.payment!.paymentId;

describe('PayPal purchase', () => {
  it('credits a PayPal purchase once when page and webhook complete it many times concurrently', async () => {
    const member = await Member.register();
    const orderId = await createOrder(member);
    paypal.approve(orderId);

    const responses = await Promise.all(Array.from({ length: 10 }, () => completePurchase(member, orderId)));

    for (const { status } of responses) expect([200, 503]).toContain(status);
    expect(await completePurchase(member, orderId)).toMatchObject({
      status: 200,
      body: { status: 'completed', depth: 100 },
    });

    await paypal.waitUntilIdle();
    await expectLedger(member, [100]);
  });

  it('returns 404 to another member who completes the purchase', async () => {
    const [member, stranger] = await Promise.all([Member.register(), Member.register()]);
    const orderId = await approveWithoutWebhook(member);
    expect(await completePurchase(stranger, orderId)).toMatchObject({ status: 404, body: { code: 'OrderNotFound' } });

    await completePurchase(member, orderId);
    await expectLedger(member, [100]);
    expect(await completePurchase(stranger, orderId)).toMatchObject({ status: 404 });
    expect(await stranger.getDepth()).toBe(0);
  });

  it('completes a PayPal purchase by the webhook if the browser closes after the approval', async () => {
    const member = await Member.register();
    paypal.approve(await createOrder(member, 1000));
    await expectLedger(member, [1000]);
  });

  it('completes a PayPal purchase by the page if the webhook is late, and credits it once', async () => {
    const member = await Member.register();
    const orderId = await approveWithoutWebhook(member);
    expect((await completePurchase(member, orderId)).body).toMatchObject({ status: 'completed', depth: 100 });

    await paypal.waitUntilIdle();
    paypal.faults.dropWebhooks = false;
    const events = paypal.events.filter(({ body }) => body.includes(orderId));
    expect(events.length).toBeGreaterThan(1);

    for (const { id } of events) await paypal.resend(id);
    await expectLedger(member, [100]);
  });

  it('credits a PayPal purchase once if the response of the capture is lost', async () => {
    const member = await Member.register();
    const orderId = await approveWithoutWebhook(member);
    paypal.faults.hangCaptures = true;

    expect(await completePurchase(member, orderId)).toMatchObject({
      status: 200,
      body: { status: 'completed', depth: 100 },
    });

    paypal.faults.hangCaptures = false;
    expect(await completePurchase(member, orderId)).toMatchObject({ status: 200, body: { depth: 100 } });
    await expectLedger(member, [100]);
  });

  it('returns 402 and credits nothing if PayPal declines the purchase', async () => {
    const member = await Member.register();
    const orderId = await createOrder(member);
    paypal.faults.declineCaptures = true;
    paypal.approve(orderId);

    const response = await completePurchase(member, orderId);
    expect(response).toMatchObject({ status: 402, body: { code: 'PaymentDeclined' } });

    await paypal.waitUntilIdle();
    await expectLedger(member, []);
  });

  it('returns 503 while PayPal is unreachable, and succeeds on the next attempt', async () => {
    const member = await Member.register();
    const orderId = await approveWithoutWebhook(member);
    paypal.faults.failRequests = 1;

    expect(await completePurchase(member, orderId)).toMatchObject({
      status: 503,
      body: { code: 'PaymentsUnavailable' },
    });
    expect(await completePurchase(member, orderId)).toMatchObject({ status: 200, body: { depth: 100 } });
    await expectLedger(member, [100]);
  });
});

describe('PayPal reversals', () => {
  it('lowers the depth for a partial refund, and then for a refund of the remaining amount', async () => {
    const member = await Member.register();
    const orderId = await createOrder(member);
    paypal.approve(orderId);
    await expectLedger(member, [100]);

    const captureId = await readCaptureId(member);
    paypal.refund(captureId, '0.40');
    await expectLedger(member, [100, -40]);

    paypal.refund(captureId);
    await expectLedger(member, [100, -40, -60]);
    expect((await readLedger(member))[0]).toMatchObject({
      source: 'refund',
      payment: { paymentId: captureId, cents: -60 },
    });
  });

  it('adds payment and refund when the refund event arrives first', async () => {
    const member = await Member.register();
    const orderId = await approveWithoutWebhook(member);
    await completePurchase(member, orderId);
    paypal.refund(await readCaptureId(member), '0.25');
    await paypal.waitUntilIdle();
    paypal.faults.dropWebhooks = false;

    const refund = paypal.events.findLast(({ body }) => body.includes('PAYMENT.CAPTURE.REFUNDED'))!;
    await Promise.all([paypal.resend(refund.id), paypal.resend(refund.id)]);

    await expectLedger(member, [100, -25]);
  });

  it('lowers the depth once when the bank reverses a payment', async () => {
    const member = await Member.register();
    paypal.approve(await createOrder(member));
    await expectLedger(member, [100]);

    paypal.reverse(await readCaptureId(member));
    await expectLedger(member, [100, -100]);

    const event = paypal.events.findLast(({ body }) => body.includes('PAYMENT.CAPTURE.REVERSED'))!;
    await paypal.resend(event.id);
    await expectLedger(member, [100, -100]);
    expect((await readLedger(member))[0]).toMatchObject({ source: 'dispute' });
  });
});

describe('a deleted member', () => {
  it('charges a deleted member nothing for an approved order', async () => {
    const member = await Member.register();
    const orderId = await approveWithoutWebhook(member);
    await member.call(contract.account.deleteAccount, {});

    expect((await completePurchase(member, orderId)).status).toBe(401);

    paypal.faults.dropWebhooks = false;
    const approval = paypal.events.find(
      ({ type, body }) => type === 'CHECKOUT.ORDER.APPROVED' && body.includes(orderId),
    );

    await paypal.resend(approval!.id);
    await paypal.waitUntilIdle();

    expect(paypal.events.filter(({ type, body }) => type.startsWith('PAYMENT.') && body.includes(orderId))).toEqual([]);
  });

  it('adds a refund to the ledger of a deleted member, even after the purge of the order', async () => {
    const member = await Member.register();
    const orderId = await createOrder(member);
    paypal.approve(orderId);
    await expectLedger(member, [100]);

    const captureId = await readCaptureId(member);
    await member.call(contract.account.deleteAccount, {});
    await expect.poll(() => readItems(`USER#${member.userId}`, 'ORDER#')).toEqual([]);

    paypal.refund(captureId, '0.40');
    await expect.poll(() => readItems(`USER#${member.userId}`, 'LEDGER#refund')).toHaveLength(1);

    await paypal.waitUntilIdle();
    expect(await readItems('UNCLAIMED', `paypal#${captureId}`)).toEqual([]);
  });
});

describe('audit after all tests', () => {
  it('finds every depth equal to the sum of its ledger', async () => {
    const [audit] = (await cloud.runSchedule('AuditLedgersSchedule', { newRound: true })) as [{ audited: number }];
    expect(audit).toMatchObject({ mismatched: 0, failed: 0, finished: true });
    expect(audit.audited).toBeGreaterThan(0);
  });
});

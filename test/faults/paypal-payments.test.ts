import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { dollars } from '../../shared/depth/prices.ts';
import { Member } from '../support/member.ts';
import { expectLedger, ledgerOf, PATIENCE, startFaultCloud } from './fault-cloud.ts';

const { cloud, directory } = await startFaultCloud({
  providerPatience: { retryDelaysMs: Array.from({ length: 20 }, () => 200), hangMs: 500 },
});
const paypal = cloud.payments.paypal!;

afterEach(() => {
  Object.assign(paypal.faults, { dropWebhooks: false, hangCaptures: false, declineCaptures: false, failRequests: 0 });
});

const purchase = (metres: number) => ({ depth: metres, amount: dollars(metres) });

async function order(member: Member, metres = 100): Promise<string> {
  return (await member.call(contract.payments.createOrder, purchase(metres))).body.orderId;
}

const complete = (member: Member, orderId: string, metres = 100) =>
  member.call(contract.payments.processPurchase, { ...purchase(metres), orderId });

/** The capture that a member's newest payment was. */
const captureOf = async (member: Member) => (await ledgerOf(member))[0]!.payment!.paymentId;

describe('a PayPal purchase', () => {
  it('is credited once, however often it is completed, by page and webhook at once', async () => {
    const member = await Member.register();
    const orderId = await order(member);
    paypal.approve(orderId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(member, orderId)));
    for (const { status } of answers) expect([200, 503]).toContain(status);
    expect(await complete(member, orderId)).toMatchObject({ status: 200, body: { status: 'completed', depth: 100 } });
    await paypal.idle();
    await expectLedger(member, [100]);
  });

  it('is not for somebody else to complete', async () => {
    const [member, thief] = await Promise.all([Member.register(), Member.register()]);
    const orderId = await order(member);
    paypal.faults.dropWebhooks = true;
    paypal.approve(orderId);
    expect(await complete(thief, orderId)).toMatchObject({ status: 404, body: { code: 'OrderNotFound' } });
    await complete(member, orderId);
    await expectLedger(member, [100]);
    expect(await complete(thief, orderId)).toMatchObject({ status: 404 });
    expect(await thief.depth()).toBe(0);
  });

  it('is completed by the webhook when the browser was closed after the approval', async () => {
    const member = await Member.register();
    paypal.approve(await order(member, 1000));
    await expectLedger(member, [1000]);
  });

  it('is completed by the page when the webhook is lost, and again by nobody when that comes later', async () => {
    const member = await Member.register();
    const orderId = await order(member);
    paypal.faults.dropWebhooks = true;
    paypal.approve(orderId);
    expect((await complete(member, orderId)).body).toMatchObject({ status: 'completed', depth: 100 });
    await paypal.idle();
    paypal.faults.dropWebhooks = false;
    const events = paypal.events.filter(({ body }) => body.includes(orderId));
    expect(events.length).toBeGreaterThan(1);
    for (const { id } of events) await paypal.resend(id);
    await expectLedger(member, [100]);
  });

  it('whose capture was carried out and not answered is credited all the same, once', async () => {
    const member = await Member.register();
    const orderId = await order(member);
    paypal.faults.dropWebhooks = true;
    paypal.approve(orderId);
    paypal.faults.hangCaptures = true;
    expect(await complete(member, orderId)).toMatchObject({ status: 200, body: { status: 'completed', depth: 100 } });
    paypal.faults.hangCaptures = false;
    expect(await complete(member, orderId)).toMatchObject({ status: 200, body: { depth: 100 } });
    await expectLedger(member, [100]);
  });

  it('that PayPal declines is said so, and credits nothing', async () => {
    const member = await Member.register();
    const orderId = await order(member);
    paypal.faults.declineCaptures = true;
    paypal.approve(orderId);
    const answer = await complete(member, orderId);
    expect(answer).toMatchObject({ status: 402, body: { code: 'PaymentDeclined' } });
    await paypal.idle();
    await expectLedger(member, []);
  });

  it('is possible again once PayPal can be reached', async () => {
    const member = await Member.register();
    const orderId = await order(member);
    paypal.faults.dropWebhooks = true;
    paypal.approve(orderId);
    paypal.faults.failRequests = 1;
    expect(await complete(member, orderId)).toMatchObject({ status: 503, body: { code: 'PaymentsUnavailable' } });
    expect(await complete(member, orderId)).toMatchObject({ status: 200, body: { depth: 100 } });
    await expectLedger(member, [100]);
  });
});

describe('PayPal’s money that goes back', () => {
  it('in part and then in full takes the depth that it had bought', async () => {
    const member = await Member.register();
    const orderId = await order(member);
    paypal.approve(orderId);
    await expectLedger(member, [100]);
    const capture = await captureOf(member);
    paypal.refund(capture, '0.40');
    await expectLedger(member, [100, -40]);
    paypal.refund(capture);
    await expectLedger(member, [100, -40, -60]);
    expect((await ledgerOf(member))[0]).toMatchObject({
      source: 'refund',
      payment: { paymentId: capture, cents: -60 },
    });
  });

  it('before the purchase was heard of leaves both in the ledger', async () => {
    const member = await Member.register();
    const orderId = await order(member);
    paypal.faults.dropWebhooks = true;
    paypal.approve(orderId);
    await complete(member, orderId);
    paypal.refund(await captureOf(member), '0.25');
    await paypal.idle();
    paypal.faults.dropWebhooks = false;
    const refund = paypal.events.findLast(({ body }) => body.includes('PAYMENT.CAPTURE.REFUNDED'))!;
    await Promise.all([paypal.resend(refund.id), paypal.resend(refund.id)]);
    await expectLedger(member, [100, -25]);
  });

  it('since the bank has taken it takes the depth, once', async () => {
    const member = await Member.register();
    paypal.approve(await order(member));
    await expectLedger(member, [100]);
    paypal.reverse(await captureOf(member));
    await expectLedger(member, [100, -100]);
    const event = paypal.events.findLast(({ body }) => body.includes('PAYMENT.CAPTURE.REVERSED'))!;
    await paypal.resend(event.id);
    await expectLedger(member, [100, -100]);
    expect((await ledgerOf(member))[0]).toMatchObject({ source: 'dispute' });
  });
});

describe('a member who has left', () => {
  it('is charged for nothing that they had approved', async () => {
    const member = await Member.register();
    const orderId = await order(member);
    paypal.faults.dropWebhooks = true;
    paypal.approve(orderId);
    await member.call(contract.account.deleteAccount, {});
    expect((await complete(member, orderId)).status).toBe(401);
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

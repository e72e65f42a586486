import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeSockets, fakeSecrets, fakeUserPool } from '../../test/support/fake-clients.ts';
import { FakePayPal, paypalOrder, signEvent } from '../../test/support/fake-paypal.ts';
import { startTable } from '../../test/support/table.ts';
import { paymentOrderKey } from '../table/keys.ts';
import { getLedgerEntries } from '../table/ledger.ts';
import { deleteMemberRow } from '../table/member-partition.ts';
import { storeOrder } from '../table/payment-order.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { getUnclaimed } from '../table/unclaimed-payment.ts';
import { receivePaypalEvent } from './paypal-webhook.ts';

const KEYS = { clientId: 'id', clientSecret: 'secret', webhookId: 'WH' };

let stop: () => Promise<void>;
let paypal: FakePayPal;
beforeAll(async () => {
  stop = await startTable();
  new FakeSockets();
  fakeUserPool();
  fakeSecrets({ PAYPAL_SECRET_ARN: JSON.stringify(KEYS) });
});
beforeEach(() => {
  paypal = new FakePayPal();
});
afterAll(() => stop());

/** Creates a member with a stored order of 100 m for $1.00. */
async function newOrder({ store = true } = {}) {
  const [userId, orderId] = [randomUUID(), randomUUID()];
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  const order = { orderId, userId, steps: 1000, packageName: '100m Depth Package', merchantId: 'FATHOM' };
  if (store) await storeOrder(order);
  return { ...order, caller: { userId, username: userId, issuedAt: 1 }, read: `GET /v2/checkout/orders/${orderId}` };
}

/** Makes PayPal return this state of an order: approved at first, captured after the capture was requested. */
function approve({ orderId, userId, read }: Awaited<ReturnType<typeof newOrder>>, capture: object = {}): void {
  let captured = false;
  const status = () => (captured ? { captureStatus: 'COMPLETED' } : { status: 'APPROVED' });

  paypal.on(read, () => ({
    status: 200,
    body: paypalOrder({ orderId, userId, ...status(), ...(captured && capture) }),
  }));
  paypal.on(`POST /v2/checkout/orders/${orderId}/capture`, () => {
    captured = true;
    return { status: 201, body: paypalOrder({ orderId, userId, captureStatus: 'COMPLETED' }) };
  });
}

function send(type: string, resource: object): Promise<object> {
  return sendBody(JSON.stringify({ event_type: type, resource }));
}

const sendBody = (body: string) => receivePaypalEvent({ headers: signEvent(body), body });

const sendCapture = (orderId: string, type = 'PAYMENT.CAPTURE.COMPLETED', resource: object = {}) =>
  send(type, { id: 'C', supplementary_data: { related_ids: { order_id: orderId } }, ...resource });

const purchasedCm = async (userId: string) => unseal(await getProfile(userId, { consistent: true }))?.purchasedCm;
const unclaimed = (paymentId: string) => getUnclaimed({ provider: 'paypal', paymentId });

describe('an event', () => {
  it.each(['OTHER', 'CHECKOUT.ORDER.COMPLETED', 'X.PAYMENT.CAPTURE.COMPLETED'])('%s is ignored', async (type) => {
    expect(await send(type, { id: randomUUID() })).toEqual({});
    expect(paypal.take()).toEqual([]);
  });

  it('an event with an invalid signature is rejected, without a call to PayPal', async () => {
    const order = await newOrder();
    approve(order);
    const body = JSON.stringify({ event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: order.orderId } });
    const response = receivePaypalEvent({ headers: signEvent(body), body: `${body} ` });

    await expect(response).rejects.toMatchObject({ code: 'InvalidSignature' });
    expect(paypal.take()).toEqual([]);
    expect(await purchasedCm(order.userId)).toBe(0);
  });

  it('an event of an approval captures the order and credits it', async () => {
    const order = await newOrder();
    approve(order);
    await send('CHECKOUT.ORDER.APPROVED', { id: order.orderId });
    expect(await purchasedCm(order.userId)).toBe(10_000);
  });

  it('an event of an approval charges no one who has left, and no one for an unknown order', async () => {
    const [leaversOrder, unknownOrder] = [await newOrder(), await newOrder({ store: false })];
    await hideAccount(leaversOrder.userId);
    for (const order of [leaversOrder, unknownOrder]) {
      approve(order);
      await send('CHECKOUT.ORDER.APPROVED', { id: order.orderId });
      expect(paypal.take()).toEqual([order.read]);
      expect(await unclaimed(`capture-${order.orderId}`)).toBeUndefined();
    }
  });

  it('an event of a capture credits the order and never captures it', async () => {
    const order = await newOrder();
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED' }) });
    await sendCapture(order.orderId);
    expect(await purchasedCm(order.userId)).toBe(10_000);

    const deniedOrder = await newOrder();
    paypal.on(deniedOrder.read, { status: 200, body: paypalOrder({ ...deniedOrder, status: 'APPROVED' }) });
    await sendCapture(deniedOrder.orderId, 'PAYMENT.CAPTURE.DENIED');

    expect(paypal.take().filter((call) => call.endsWith('/capture'))).toEqual([]);
  });

  it('an event of a refund finds the order through the link to its capture', async () => {
    const order = await newOrder();
    const refunds = [{ id: 'R', status: 'COMPLETED', cents: 25 }];
    paypal.on(order.read, {
      status: 200,
      body: paypalOrder({ ...order, captureStatus: 'PARTIALLY_REFUNDED', refunds }),
    });
    paypal.on('GET /v2/payments/captures/C9', {
      status: 200,
      body: { supplementary_data: { related_ids: { order_id: order.orderId } } },
    });
    const links = [
      { rel: 'self', href: 'https://paypal.example/v2/payments/refunds/R' },
      { rel: 'up', href: 'https://paypal.example/v2/payments/captures/C9' },
    ];
    await send('PAYMENT.CAPTURE.REFUNDED', { id: 'R', links });

    expect(await purchasedCm(order.userId)).toBe(7500);
  });

  it('an event without a link finds the order through its own ID', async () => {
    const order = await newOrder();
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED' }) });
    paypal.on('GET /v2/payments/captures/C9', {
      status: 200,
      body: { supplementary_data: { related_ids: { order_id: order.orderId } } },
    });
    await send('PAYMENT.CAPTURE.COMPLETED', { id: 'C9', supplementary_data: { related_ids: {} } });
    expect(await purchasedCm(order.userId)).toBe(10_000);

    await send('PAYMENT.CAPTURE.COMPLETED', { id: 'C9', supplementary_data: {} });
    expect(paypal.take().filter((call) => call.includes('captures'))).toHaveLength(2);
  });

  it('an event of a chargeback debits the amount in the event, which the order omits', async () => {
    const order = await newOrder();
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED' }) });
    const amount = { value: '1.00' };
    await sendCapture(order.orderId, 'PAYMENT.CAPTURE.COMPLETED', { id: 'D1', amount });
    expect(await purchasedCm(order.userId)).toBe(10_000);

    await sendCapture(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1' });
    expect(await purchasedCm(order.userId)).toBe(10_000);

    await sendCapture(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1', amount: { value: '0.40' } });
    await sendCapture(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1', amount: { value: '0.40' } });
    expect(await purchasedCm(order.userId)).toBe(6000);
  });

  it('an event of a chargeback that the order lists as a refund debits it once', async () => {
    const order = await newOrder();
    const refunds = [
      { id: 'D1', status: 'COMPLETED', cents: 40 },
      { id: 'R2', status: 'COMPLETED', cents: 10 },
      { id: 'R3', status: 'PENDING', cents: 10 },
      { id: 'R4', status: 'FAILED', cents: 10 },
    ];

    paypal.on(order.read, {
      status: 200,
      body: paypalOrder({ ...order, captureStatus: 'PARTIALLY_REFUNDED', refunds }),
    });
    await sendCapture(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1', amount: { value: '0.40' } });

    expect(await purchasedCm(order.userId)).toBe(5000);
  });

  it.each(['FAILED', 'CANCELLED'])('an event of a %s refund reinstates the depth', async (status) => {
    const order = await newOrder();
    const state = (refundStatus: string) =>
      paypalOrder({ ...order, captureStatus: 'REFUNDED', refunds: [{ id: 'R', status: refundStatus, cents: 100 }] });

    paypal.on(order.read, { status: 200, body: state('COMPLETED') });
    await sendCapture(order.orderId);
    expect(await purchasedCm(order.userId)).toBe(0);

    paypal.on(order.read, { status: 200, body: state(status) });
    await sendCapture(order.orderId);
    expect(await purchasedCm(order.userId)).toBe(10_000);
  });

  it('an event of an order that is not stored records the payment for an operator', async () => {
    const order = await newOrder({ store: false });
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED' }) });
    await sendCapture(order.orderId);

    expect(await unclaimed(`capture-${order.orderId}`)).toMatchObject({
      userId: order.userId,
      cents: 100,
      reason: 'no member has this order, or the account was deleted',
    });

    const anonymous = { ...(await newOrder({ store: false })), userId: undefined };
    paypal.on(anonymous.read, { status: 200, body: paypalOrder({ ...anonymous, captureStatus: 'COMPLETED' }) });
    await sendCapture(anonymous.orderId);

    expect(await unclaimed(`capture-${anonymous.orderId}`)).toMatchObject({ cents: 100 });
    expect(await purchasedCm(order.userId)).toBe(0);
  });

  it('records no payment whose money is returned while it is recorded', async () => {
    const order = await newOrder({ store: false });
    const refunds = [{ id: 'R', status: 'COMPLETED', cents: 100 }];
    const states = [{ captureStatus: 'COMPLETED' }, { captureStatus: 'REFUNDED', refunds }];

    paypal.on(order.read, () => ({ status: 200, body: paypalOrder({ ...order, ...(states.shift() ?? { refunds }) }) }));
    await sendCapture(order.orderId);

    expect(states).toEqual([]);
    expect(await unclaimed(`capture-${order.orderId}`)).toBeUndefined();
  });

  it('an event of a refund debits a credited order that is no longer stored', async () => {
    const order = await newOrder();
    const refunds = [{ id: 'R', status: 'COMPLETED', cents: 25 }];
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED' }) });
    await sendCapture(order.orderId);
    await deleteMemberRow(paymentOrderKey(order.userId, order.orderId));
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED', refunds }) });
    await sendCapture(order.orderId);
    expect(await purchasedCm(order.userId)).toBe(7500);

    const [refund] = await getLedgerEntries(order.userId, [{ source: 'refund', sourceId: 'R' }]);
    expect(refund?.payment).toMatchObject({ packageName: '100m Depth Package', cents: -25 });
  });

  it('an event of an order that can not be read is final if PayPal has no such order, and repeated otherwise', async () => {
    expect(await sendCapture(randomUUID())).toEqual({});
    const order = await newOrder();
    paypal.on(order.read, { status: 503 });
    await expect(sendCapture(order.orderId)).rejects.toMatchObject({ code: 'PaymentsUnavailable' });
  });
});

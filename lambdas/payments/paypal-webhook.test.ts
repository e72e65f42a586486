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
async function createOrder({ store = true } = {}) {
  const userId = randomUUID();
  const orderId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  const order = { orderId, userId, steps: 1000, packageName: '100m Depth Package', merchantId: 'FATHOM' };
  if (store) await storeOrder(order);
  return { ...order, caller: { userId, username: userId, issuedAt: 1 }, read: `GET /v2/checkout/orders/${orderId}` };
}

/** Makes PayPal return an approved order, and a captured one after the capture was requested. */
function approve({ orderId, userId, read }: Awaited<ReturnType<typeof createOrder>>, capture: object = {}): void {
  let isCaptured = false;
  const status = () => (isCaptured ? { captureStatus: 'COMPLETED' } : { status: 'APPROVED' });

  paypal.on(read, () => ({
    status: 200,
    body: paypalOrder({ orderId, userId, ...status(), ...(isCaptured && capture) }),
  }));
  paypal.on(`POST /v2/checkout/orders/${orderId}/capture`, () => {
    isCaptured = true;
    return { status: 201, body: paypalOrder({ orderId, userId, captureStatus: 'COMPLETED' }) };
  });
}

function send(type: string, resource: object): Promise<object> {
  return sendBody(JSON.stringify({ event_type: type, resource }));
}

const sendBody = (body: string) => receivePaypalEvent({ headers: signEvent(body), body });

const sendCapture = (orderId: string, type = 'PAYMENT.CAPTURE.COMPLETED', resource: object = {}) =>
  send(type, { id: 'C', supplementary_data: { related_ids: { order_id: orderId } }, ...resource });

const readPurchasedCm = async (userId: string) => unseal(await getProfile(userId, { consistent: true }))?.purchasedCm;
const readUnclaimed = (paymentId: string) => getUnclaimed({ provider: 'paypal', paymentId });

describe('receivePaypalEvent', () => {
  it.each(['OTHER', 'CHECKOUT.ORDER.COMPLETED', 'X.PAYMENT.CAPTURE.COMPLETED'])(
    'ignores the event %s',
    async (type) => {
      expect(await send(type, { id: randomUUID() })).toEqual({});
      expect(paypal.take()).toEqual([]);
    },
  );

  it('rejects an event with an invalid signature without a call to PayPal', async () => {
    const order = await createOrder();
    approve(order);
    const body = JSON.stringify({ event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: order.orderId } });
    const response = receivePaypalEvent({ headers: signEvent(body), body: `${body} ` });

    await expect(response).rejects.toMatchObject({ code: 'InvalidSignature' });
    expect(paypal.take()).toEqual([]);
    expect(await readPurchasedCm(order.userId)).toBe(0);
  });

  it('captures and credits the order of an approval', async () => {
    const order = await createOrder();
    approve(order);

    await send('CHECKOUT.ORDER.APPROVED', { id: order.orderId });

    expect(await readPurchasedCm(order.userId)).toBe(10_000);
  });

  it('charges no one for an approval if the member has left or the order is unknown', async () => {
    const leaversOrder = await createOrder();
    const unknownOrder = await createOrder({ store: false });
    await hideAccount(leaversOrder.userId);

    for (const order of [leaversOrder, unknownOrder]) {
      approve(order);
      await send('CHECKOUT.ORDER.APPROVED', { id: order.orderId });

      expect(paypal.take()).toEqual([order.read]);
      expect(await readUnclaimed(`capture-${order.orderId}`)).toBeUndefined();
    }
  });

  it('credits the order of a capture', async () => {
    const order = await createOrder();
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED' }) });

    await sendCapture(order.orderId);

    expect(await readPurchasedCm(order.userId)).toBe(10_000);
  });

  it('captures nothing for an event of a denied capture', async () => {
    const deniedOrder = await createOrder();
    paypal.on(deniedOrder.read, { status: 200, body: paypalOrder({ ...deniedOrder, status: 'APPROVED' }) });

    await sendCapture(deniedOrder.orderId, 'PAYMENT.CAPTURE.DENIED');

    expect(paypal.take().filter((call) => call.endsWith('/capture'))).toEqual([]);
  });

  it('finds the order of a refund through the link to its capture', async () => {
    const order = await createOrder();
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

    expect(await readPurchasedCm(order.userId)).toBe(7500);
  });

  it('finds the order of an event without a link through the ID of the event', async () => {
    const order = await createOrder();
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED' }) });
    paypal.on('GET /v2/payments/captures/C9', {
      status: 200,
      body: { supplementary_data: { related_ids: { order_id: order.orderId } } },
    });

    await send('PAYMENT.CAPTURE.COMPLETED', { id: 'C9', supplementary_data: { related_ids: {} } });
    expect(await readPurchasedCm(order.userId)).toBe(10_000);

    await send('PAYMENT.CAPTURE.COMPLETED', { id: 'C9', supplementary_data: {} });
    expect(paypal.take().filter((call) => call.includes('captures'))).toHaveLength(2);
  });

  it('debits the amount in the event of a chargeback, which the order omits', async () => {
    const order = await createOrder();
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED' }) });

    await sendCapture(order.orderId, 'PAYMENT.CAPTURE.COMPLETED', { id: 'D1', amount: { value: '1.00' } });
    expect(await readPurchasedCm(order.userId)).toBe(10_000);

    await sendCapture(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1' });
    expect(await readPurchasedCm(order.userId)).toBe(10_000);

    await sendCapture(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1', amount: { value: '0.40' } });
    await sendCapture(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1', amount: { value: '0.40' } });
    expect(await readPurchasedCm(order.userId)).toBe(6000);
  });

  it('debits a chargeback once if the order lists it as a refund', async () => {
    const order = await createOrder();
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

    expect(await readPurchasedCm(order.userId)).toBe(5000);
  });

  it.each(['FAILED', 'CANCELLED'])('reinstates the depth after a %s refund', async (status) => {
    const order = await createOrder();
    const state = (refundStatus: string) =>
      paypalOrder({ ...order, captureStatus: 'REFUNDED', refunds: [{ id: 'R', status: refundStatus, cents: 100 }] });

    paypal.on(order.read, { status: 200, body: state('COMPLETED') });
    await sendCapture(order.orderId);
    expect(await readPurchasedCm(order.userId)).toBe(0);

    paypal.on(order.read, { status: 200, body: state(status) });
    await sendCapture(order.orderId);
    expect(await readPurchasedCm(order.userId)).toBe(10_000);
  });

  it('records the payment of an order that is not stored, for an operator', async () => {
    const order = await createOrder({ store: false });
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED' }) });

    await sendCapture(order.orderId);

    expect(await readUnclaimed(`capture-${order.orderId}`)).toMatchObject({
      userId: order.userId,
      cents: 100,
      reason: 'no member has this order, or the account was deleted',
    });
    expect(await readPurchasedCm(order.userId)).toBe(0);
  });

  it('records the payment of an order that names no member', async () => {
    const order = { ...(await createOrder({ store: false })), userId: undefined };
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED' }) });

    await sendCapture(order.orderId);

    expect(await readUnclaimed(`capture-${order.orderId}`)).toMatchObject({ cents: 100 });
  });

  it('records no payment whose money is returned while it is recorded', async () => {
    const order = await createOrder({ store: false });
    const refunds = [{ id: 'R', status: 'COMPLETED', cents: 100 }];
    const states = [{ captureStatus: 'COMPLETED' }, { captureStatus: 'REFUNDED', refunds }];
    paypal.on(order.read, () => ({ status: 200, body: paypalOrder({ ...order, ...(states.shift() ?? { refunds }) }) }));

    await sendCapture(order.orderId);

    expect(states).toEqual([]);
    expect(await readUnclaimed(`capture-${order.orderId}`)).toBeUndefined();
  });

  it('debits the refund of a credited order that is no longer stored', async () => {
    const order = await createOrder();
    const refunds = [{ id: 'R', status: 'COMPLETED', cents: 25 }];
    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED' }) });
    await sendCapture(order.orderId);
    await deleteMemberRow(paymentOrderKey(order.userId, order.orderId));

    paypal.on(order.read, { status: 200, body: paypalOrder({ ...order, captureStatus: 'COMPLETED', refunds }) });
    await sendCapture(order.orderId);

    expect(await readPurchasedCm(order.userId)).toBe(7500);
    const [refund] = await getLedgerEntries(order.userId, [{ source: 'refund', sourceId: 'R' }]);
    expect(refund?.payment).toMatchObject({ packageName: '100m Depth Package', cents: -25 });
  });

  it('accepts an event of an order that PayPal does not have', async () => {
    expect(await sendCapture(randomUUID())).toEqual({});
  });

  it('rejects an event of an order that can not be read, so that PayPal repeats it', async () => {
    const order = await createOrder();
    paypal.on(order.read, { status: 503 });
    await expect(sendCapture(order.orderId)).rejects.toMatchObject({ code: 'PaymentsUnavailable' });
  });
});

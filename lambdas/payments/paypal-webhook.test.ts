/**
 * Tests of PayPal's webhook events. An event only names an order: its state is read from PayPal, and the member's
 * ledger is brought to that state.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeSecrets, fakeUserPool } from '../../test/support/fake-clients.ts';
import { buildPayPalOrder, FakePayPal, signEvent } from '../../test/support/fake-paypal.ts';
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

/** Centimetres of depth that one cent buys. The tests' payments are 100 cents. */
const CM_PER_CENT = 100;

let stopTable: () => Promise<void>;
let paypal: FakePayPal;

beforeAll(async () => {
  stopTable = await startTable();
  fakeUserPool();
  const keys = { clientId: 'id', clientSecret: 'secret', webhookId: 'WH' };
  fakeSecrets({ PAYPAL_SECRET_ARN: JSON.stringify(keys) });
});

beforeEach(() => {
  paypal = new FakePayPal();
});

afterAll(() => stopTable());

/** Creates a member with a stored order: 1000 steps of 10 cm for $1.00. `readRequest` reads it at PayPal. */
async function createOrder({ store = true } = {}) {
  const userId = randomUUID();
  const orderId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });

  const order = { orderId, userId, steps: 1000, packageName: '100m Depth Package', merchantId: 'FATHOM' };
  if (store) await storeOrder(order);
  return { ...order, readRequest: `GET /v2/checkout/orders/${orderId}` };
}

/** An order of {@link createOrder}. PayPal's order may name no member. */
type Order = Omit<Awaited<ReturnType<typeof createOrder>>, 'userId'> & { readonly userId?: string | undefined };

/** Makes PayPal return an order in a state. */
function serveOrder(order: Order, state: Parameters<typeof buildPayPalOrder>[0]): void {
  paypal.on(order.readRequest, { status: 200, body: buildPayPalOrder({ ...order, ...state }) });
}

/** Makes PayPal return an approved order, and a captured one after the capture was requested. */
function serveApprovedOrder(order: Order): void {
  serveOrder(order, { status: 'APPROVED' });

  paypal.on(`POST /v2/checkout/orders/${order.orderId}/capture`, () => {
    serveOrder(order, { captureStatus: 'COMPLETED' });
    return { status: 201, body: buildPayPalOrder({ ...order, captureStatus: 'COMPLETED' }) };
  });
}

/** Makes PayPal return a capture that names its order. */
function serveCapture(captureId: string, orderId: string): void {
  paypal.on(`GET /v2/payments/captures/${captureId}`, {
    status: 200,
    body: { supplementary_data: { related_ids: { order_id: orderId } } },
  });
}

/** Sends a body with a valid signature. */
const sendBody = (body: string) => receivePaypalEvent({ headers: signEvent(body), body });

function sendEvent(type: string, resource: object): Promise<object> {
  return sendBody(JSON.stringify({ event_type: type, resource }));
}

/** Sends an event of a capture that names its order. */
function sendCaptureEvent(orderId: string, type = 'PAYMENT.CAPTURE.COMPLETED', resource: object = {}) {
  return sendEvent(type, { id: 'C', supplementary_data: { related_ids: { order_id: orderId } }, ...resource });
}

const readPurchasedCm = async (userId: string) => unseal(await getProfile(userId, { consistent: true }))?.purchasedCm;
const readUnclaimed = (paymentId: string) => getUnclaimed({ provider: 'paypal', paymentId });

describe('receivePaypalEvent', () => {
  it.each(['OTHER', 'CHECKOUT.ORDER.COMPLETED', 'X.PAYMENT.CAPTURE.COMPLETED'])(
    'ignores the event %s',
    async (type) => {
      expect(await sendEvent(type, { id: randomUUID() })).toEqual({});
      expect(paypal.takeCalls()).toEqual([]);
    },
  );

  it('rejects an event with an invalid signature without a call to PayPal', async () => {
    const order = await createOrder();
    serveApprovedOrder(order);
    const body = JSON.stringify({ event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: order.orderId } });

    const response = receivePaypalEvent({ headers: signEvent(body), body: `${body} ` });

    await expect(response).rejects.toMatchObject({ code: 'InvalidSignature' });
    expect(paypal.takeCalls()).toEqual([]);
    expect(await readPurchasedCm(order.userId)).toBe(0);
  });

  it('captures and credits the order of an approval', async () => {
    const order = await createOrder();
    serveApprovedOrder(order);

    await sendEvent('CHECKOUT.ORDER.APPROVED', { id: order.orderId });

    expect(await readPurchasedCm(order.userId)).toBe(100 * CM_PER_CENT);
  });

  it('charges no one for an approval if the member has left or the order is unknown', async () => {
    const leaversOrder = await createOrder();
    const unknownOrder = await createOrder({ store: false });
    await hideAccount(leaversOrder.userId);

    for (const order of [leaversOrder, unknownOrder]) {
      serveApprovedOrder(order);
      await sendEvent('CHECKOUT.ORDER.APPROVED', { id: order.orderId });

      expect(paypal.takeCalls()).toEqual([order.readRequest]);
      expect(await readUnclaimed(`capture-${order.orderId}`)).toBeUndefined();
    }
  });

  it('credits the order of a capture', async () => {
    const order = await createOrder();
    serveOrder(order, { captureStatus: 'COMPLETED' });

    await sendCaptureEvent(order.orderId);

    expect(await readPurchasedCm(order.userId)).toBe(100 * CM_PER_CENT);
  });

  it('captures nothing for an event of a denied capture', async () => {
    const order = await createOrder();
    serveOrder(order, { status: 'APPROVED' });

    await sendCaptureEvent(order.orderId, 'PAYMENT.CAPTURE.DENIED');

    expect(paypal.takeCalls().filter((call) => call.endsWith('/capture'))).toEqual([]);
  });

  it('finds the order of a refund through the link to its capture', async () => {
    const order = await createOrder();
    const refunds = [{ id: 'R', status: 'COMPLETED', cents: 25 }];
    serveOrder(order, { captureStatus: 'PARTIALLY_REFUNDED', refunds });
    serveCapture('C9', order.orderId);
    const links = [
      { rel: 'self', href: 'https://paypal.example/v2/payments/refunds/R' },
      { rel: 'up', href: 'https://paypal.example/v2/payments/captures/C9' },
    ];

    await sendEvent('PAYMENT.CAPTURE.REFUNDED', { id: 'R', links });

    expect(await readPurchasedCm(order.userId)).toBe((100 - 25) * CM_PER_CENT);
  });

  it('finds the order of an event without links through the capture that the event names', async () => {
    const order = await createOrder();
    serveOrder(order, { captureStatus: 'COMPLETED' });
    serveCapture('C9', order.orderId);

    await sendEvent('PAYMENT.CAPTURE.COMPLETED', { id: 'C9', supplementary_data: { related_ids: {} } });
    expect(await readPurchasedCm(order.userId)).toBe(100 * CM_PER_CENT);

    await sendEvent('PAYMENT.CAPTURE.COMPLETED', { id: 'C9', supplementary_data: {} });
    expect(paypal.takeCalls().filter((call) => call.includes('captures'))).toHaveLength(2);
  });

  it('debits the amount that the event of a chargeback names, because the order omits it', async () => {
    const order = await createOrder();
    serveOrder(order, { captureStatus: 'COMPLETED' });

    await sendCaptureEvent(order.orderId, 'PAYMENT.CAPTURE.COMPLETED', { id: 'D1', amount: { value: '1.00' } });
    expect(await readPurchasedCm(order.userId)).toBe(100 * CM_PER_CENT);

    await sendCaptureEvent(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1' });
    expect(await readPurchasedCm(order.userId)).toBe(100 * CM_PER_CENT);

    // PayPal can send an event twice.
    await sendCaptureEvent(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1', amount: { value: '0.40' } });
    await sendCaptureEvent(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1', amount: { value: '0.40' } });
    expect(await readPurchasedCm(order.userId)).toBe((100 - 40) * CM_PER_CENT);
  });

  it('debits a chargeback once if the order lists it as a refund', async () => {
    const order = await createOrder();
    const refunds = [
      { id: 'D1', status: 'COMPLETED', cents: 40 },
      { id: 'R2', status: 'COMPLETED', cents: 10 },
      { id: 'R3', status: 'PENDING', cents: 10 },
      { id: 'R4', status: 'FAILED', cents: 10 },
    ];
    serveOrder(order, { captureStatus: 'PARTIALLY_REFUNDED', refunds });

    await sendCaptureEvent(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1', amount: { value: '0.40' } });

    // The pending refund doesn't count yet, and the failed one never does.
    expect(await readPurchasedCm(order.userId)).toBe((100 - 40 - 10) * CM_PER_CENT);
  });

  it('reinstates the depth after a chargeback that the order lists as cancelled', async () => {
    const order = await createOrder();
    serveOrder(order, { captureStatus: 'COMPLETED' });
    await sendCaptureEvent(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1', amount: { value: '0.40' } });
    expect(await readPurchasedCm(order.userId)).toBe((100 - 40) * CM_PER_CENT);

    const refunds = [{ id: 'D1', status: 'CANCELLED', cents: 40 }];
    serveOrder(order, { captureStatus: 'COMPLETED', refunds });
    await sendCaptureEvent(order.orderId);
    expect(await readPurchasedCm(order.userId)).toBe(100 * CM_PER_CENT);

    // PayPal sends the first event again.
    await sendCaptureEvent(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1', amount: { value: '0.40' } });
    expect(await readPurchasedCm(order.userId)).toBe(100 * CM_PER_CENT);
  });

  it('keeps the depth if the event of a chargeback arrives after its cancellation', async () => {
    const order = await createOrder();
    const refunds = [{ id: 'D1', status: 'CANCELLED', cents: 40 }];
    serveOrder(order, { captureStatus: 'COMPLETED', refunds });

    await sendCaptureEvent(order.orderId, 'PAYMENT.CAPTURE.REVERSED', { id: 'D1', amount: { value: '0.40' } });

    expect(await readPurchasedCm(order.userId)).toBe(100 * CM_PER_CENT);
  });

  it.each(['FAILED', 'CANCELLED'])('reinstates the depth after a %s refund', async (status) => {
    const order = await createOrder();
    const serveRefund = (refundStatus: string) =>
      serveOrder(order, { captureStatus: 'REFUNDED', refunds: [{ id: 'R', status: refundStatus, cents: 100 }] });

    serveRefund('COMPLETED');
    await sendCaptureEvent(order.orderId);
    expect(await readPurchasedCm(order.userId)).toBe(0);

    serveRefund(status);
    await sendCaptureEvent(order.orderId);
    expect(await readPurchasedCm(order.userId)).toBe(100 * CM_PER_CENT);
  });

  it('records the payment of an order that is not stored, for an operator', async () => {
    const order = await createOrder({ store: false });
    serveOrder(order, { captureStatus: 'COMPLETED' });

    await sendCaptureEvent(order.orderId);

    expect(await readUnclaimed(`capture-${order.orderId}`)).toMatchObject({
      userId: order.userId,
      cents: 100,
      reason: 'no member has this order, or the account was deleted',
    });
    expect(await readPurchasedCm(order.userId)).toBe(0);
  });

  it('records the payment of an order that names no member', async () => {
    const order = await createOrder({ store: false });
    serveOrder({ ...order, userId: undefined }, { captureStatus: 'COMPLETED' });

    await sendCaptureEvent(order.orderId);

    expect(await readUnclaimed(`capture-${order.orderId}`)).toMatchObject({ cents: 100 });
  });

  it('records no payment that is refunded while the event is handled', async () => {
    const order = await createOrder({ store: false });
    const refunds = [{ id: 'R', status: 'COMPLETED', cents: 100 }];
    // The payment is refunded between the two reads of its order.
    const states = [{ captureStatus: 'COMPLETED' }, { captureStatus: 'REFUNDED', refunds }];
    paypal.on(order.readRequest, () => {
      const state = states.shift() ?? { refunds };
      return { status: 200, body: buildPayPalOrder({ ...order, ...state }) };
    });

    await sendCaptureEvent(order.orderId);

    expect(states).toEqual([]);
    expect(await readUnclaimed(`capture-${order.orderId}`)).toBeUndefined();
  });

  it('debits the refund of a credited order that is no longer stored', async () => {
    const order = await createOrder();
    serveOrder(order, { captureStatus: 'COMPLETED' });
    await sendCaptureEvent(order.orderId);

    // The purge of an account deletes its orders.
    await deleteMemberRow(paymentOrderKey(order.userId, order.orderId));

    const refunds = [{ id: 'R', status: 'COMPLETED', cents: 25 }];
    serveOrder(order, { captureStatus: 'COMPLETED', refunds });
    await sendCaptureEvent(order.orderId);

    expect(await readPurchasedCm(order.userId)).toBe((100 - 25) * CM_PER_CENT);
    const [refund] = await getLedgerEntries(order.userId, [{ source: 'refund', sourceId: 'R' }]);
    expect(refund?.payment).toMatchObject({ packageName: '100m Depth Package', cents: -25 });
  });

  it('accepts an event of an order that PayPal does not have', async () => {
    expect(await sendCaptureEvent(randomUUID())).toEqual({});
  });

  it("rejects an event if its order can't be read, so that PayPal sends the event again", async () => {
    const order = await createOrder();
    paypal.on(order.readRequest, { status: 503 });

    await expect(sendCaptureEvent(order.orderId)).rejects.toMatchObject({ code: 'PaymentsUnavailable' });
  });
});

/**
 * Tests of purchases with PayPal: the member's browser creates an order, the member approves it, and the server
 * captures and credits it. One cent buys one metre.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeSecrets, fakeUserPool } from '../../test/support/fake-clients.ts';
import { buildPayPalOrder, FakePayPal, type Reply, signEvent } from '../../test/support/fake-paypal.ts';
import { startTable } from '../../test/support/table.ts';
import type { Caller } from '../platform/identity.ts';
import { getOrder, storeOrder } from '../table/payment-order.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { createOrder } from './create-order.ts';
import { receivePaypalEvent } from './paypal-webhook.ts';
import { processPurchase } from './process-purchase.ts';

let stopTable: () => Promise<void>;
let paypal: FakePayPal;

beforeAll(async () => {
  stopTable = await startTable();
  fakeUserPool();
  fakeSecrets({ PAYPAL_SECRET_ARN: JSON.stringify({ clientId: 'id', clientSecret: 'secret', webhookId: 'WH' }) });
});

beforeEach(() => {
  paypal = new FakePayPal();
});

afterAll(() => stopTable());

async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return { userId, username: userId, issuedAt: 1 };
}

/**
 * Creates a member with a stored order of 100 m for $1.00.
 *
 * @param states - PayPal returns one state per read of the order, then repeats the last one
 * @returns the order, and functions to complete it and to replace PayPal's reply to its capture
 */
async function createApprovableOrder(...states: Parameters<typeof buildPayPalOrder>[0][]) {
  const caller = await createMember();
  const { userId } = caller;
  const orderId = randomUUID();
  await storeOrder({ orderId, userId, steps: 1000, packageName: '100m Depth Package', merchantId: 'FATHOM' });

  let reads = 0;
  paypal.on(`GET /v2/checkout/orders/${orderId}`, () => {
    const state = states[Math.min(reads++, states.length - 1)];
    return { status: 200, body: buildPayPalOrder({ orderId, userId, ...state }) };
  });

  const onCapture = (reply: Reply) => paypal.on(`POST /v2/checkout/orders/${orderId}/capture`, reply);
  onCapture({ status: 201, body: buildPayPalOrder({ orderId, userId, captureStatus: 'COMPLETED' }) });

  return { caller, orderId, userId, onCapture, complete: () => completePurchase(caller, orderId) };
}

const completePurchase = (caller: Caller, orderId: string) =>
  processPurchase(caller, { orderId, amount: '1.00', depth: 100 });

const readPurchasedCm = async (userId: string) => unseal(await getProfile(userId, { consistent: true }))?.purchasedCm;

/** States of an order at PayPal: approved by the member, and then captured. */
const APPROVED = { status: 'APPROVED' };
const PAID = { captureStatus: 'COMPLETED' };

describe('createOrder', () => {
  const request = { amount: '1.00', depth: 100 };

  /** Makes PayPal create an order with this ID. */
  function replyWithOrder(orderId: string, merchantId = 'FATHOM'): void {
    const body = buildPayPalOrder({ orderId, status: 'CREATED', merchantId });
    paypal.on('POST /v2/checkout/orders', { status: 201, body });
  }

  it('stores the order with its payee before the member can approve it', async () => {
    const caller = await createMember();
    const orderId = randomUUID();
    replyWithOrder(orderId, 'FATHOM');

    expect(await createOrder(caller, { ...request, idempotencyKey: 'once' })).toEqual({ orderId });
    expect(await getOrder(caller.userId, orderId)).toMatchObject({
      steps: 1000,
      packageName: '100m Depth Package',
      merchantId: 'FATHOM',
      userId: caller.userId,
    });
    expect(paypal.calls[0]?.headers['paypal-request-id']).toBe(`${caller.userId}:once:1000`);
    expect(JSON.parse(paypal.calls[0]!.body).purchase_units[0].custom_id).toBe(caller.userId);
  });

  it('keeps the first payee when the payer has changed it before repeating the request', async () => {
    const caller = await createMember();
    const orderId = randomUUID();
    const repeatedRequest = { ...request, idempotencyKey: 'once' };

    replyWithOrder(orderId, 'FATHOM');
    await createOrder(caller, repeatedRequest);
    // PayPal returns the order's current state to a repeated request ID.
    replyWithOrder(orderId, 'THE_PAYER');
    await createOrder(caller, repeatedRequest);

    expect(await getOrder(caller.userId, orderId)).toMatchObject({ merchantId: 'FATHOM' });
  });

  it('uses another request ID for each order without an idempotency key', async () => {
    const caller = await createMember();
    replyWithOrder(randomUUID());

    await createOrder(caller, request);
    await createOrder(caller, { ...request, packageName: 'Mine' });

    const requestIds = paypal.calls.map(({ headers }) => headers['paypal-request-id']);
    expect(new Set(requestIds).size).toBe(2);
    expect(JSON.parse(paypal.calls[1]!.body).purchase_units[0].description).toBe('Mine');
  });

  it('stores an empty payee if PayPal names none', async () => {
    const caller = await createMember();
    const orderId = randomUUID();

    for (const unit of [{}, { payee: {} }]) {
      const body = { id: orderId, status: 'X', purchase_units: [unit] };
      paypal.on('POST /v2/checkout/orders', { status: 201, body });

      await createOrder(caller, request);
      expect(await getOrder(caller.userId, orderId)).toMatchObject({ merchantId: '' });
    }
  });

  it('rejects another price before it calls PayPal', async () => {
    const caller = await createMember();
    await expect(createOrder(caller, { ...request, amount: '0.99' })).rejects.toMatchObject({ code: 'PriceMismatch' });
    await expect(createOrder(caller, { amount: '0.00', depth: 0.1 })).rejects.toMatchObject({ code: 'BelowMinimum' });
    expect(paypal.takeCalls()).toEqual([]);
  });
});

describe('processPurchase', () => {
  it('captures and credits an approved order once', async () => {
    const order = await createApprovableOrder(APPROVED, PAID);

    expect(await order.complete()).toEqual({ status: 'completed', depth: 100 });
    expect(paypal.takeCalls()).toEqual([
      `GET /v2/checkout/orders/${order.orderId}`,
      `POST /v2/checkout/orders/${order.orderId}/capture`,
      `GET /v2/checkout/orders/${order.orderId}`,
    ]);

    expect(await order.complete()).toEqual({ status: 'completed', depth: 100 });
    expect(paypal.takeCalls()).toEqual([`GET /v2/checkout/orders/${order.orderId}`]);
    expect(await readPurchasedCm(order.userId)).toBe(10_000);
  });

  it("rejects another member's order, another amount, and another depth before it calls PayPal", async () => {
    const { caller, orderId } = await createApprovableOrder(APPROVED, PAID);
    const stranger = await createMember();
    await expect(completePurchase(stranger, orderId)).rejects.toMatchObject({ code: 'OrderNotFound' });

    for (const change of [{ amount: '1.01' }, { depth: 100.1 }, { depth: 99.9 }]) {
      const request = { orderId, amount: '1.00', depth: 100, ...change };
      await expect(processPurchase(caller, request)).rejects.toMatchObject({ code: 'PriceMismatch' });
    }

    expect(paypal.takeCalls()).toEqual([]);
  });

  it('rejects an order that is not approved without capturing it', async () => {
    const order = await createApprovableOrder({ status: 'CREATED' });
    await expect(order.complete()).rejects.toMatchObject({ code: 'OrderNotApproved' });
    expect(paypal.takeCalls()).toHaveLength(1);
  });

  it.each(['DECLINED', 'FAILED'])('throws PaymentDeclined if the capture is %s', async (captureStatus) => {
    const order = await createApprovableOrder(APPROVED, { captureStatus });
    await expect(order.complete()).rejects.toMatchObject({ code: 'PaymentDeclined' });
    expect(await readPurchasedCm(order.userId)).toBe(0);
  });

  it('throws PaymentDeclined if PayPal rejects the capture', async () => {
    const order = await createApprovableOrder(APPROVED);
    order.onCapture({ status: 422, body: { name: 'INVALID', details: [{ issue: 'INSTRUMENT_DECLINED' }] } });
    await expect(order.complete()).rejects.toMatchObject({ code: 'PaymentDeclined' });
  });

  it('throws PaymentDeclined if the order has no capture', async () => {
    const order = await createApprovableOrder(APPROVED, { status: 'COMPLETED' });
    await expect(order.complete()).rejects.toMatchObject({ code: 'PaymentDeclined' });
  });

  it('returns pending while PayPal reviews the payment', async () => {
    const order = await createApprovableOrder(APPROVED, { captureStatus: 'PENDING' });
    expect(await order.complete()).toEqual({ status: 'pending', depth: 0 });
  });

  const UNCLEAR_CAPTURES: readonly (readonly [capture: string, reply: Reply])[] = [
    ['times out', new Error('The operation was aborted due to timeout')],
    ['was made before', { status: 422, body: { name: 'X', details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } }],
    ['fails at PayPal', { status: 500 }],
  ];

  it.each(UNCLEAR_CAPTURES)('credits the order if its capture %s but a second read shows it paid', async (_, reply) => {
    const order = await createApprovableOrder(APPROVED, PAID);
    order.onCapture(reply);

    expect(await order.complete()).toEqual({ status: 'completed', depth: 100 });
  });

  it.each(UNCLEAR_CAPTURES)(
    'throws PaymentsUnavailable if its capture %s and a second read shows it unpaid',
    async (_, reply) => {
      const order = await createApprovableOrder(APPROVED);
      order.onCapture(reply);

      await expect(order.complete()).rejects.toMatchObject({ code: 'PaymentsUnavailable' });
      expect(await readPurchasedCm(order.userId)).toBe(0);
    },
  );

  it('credits no one if the payer changed the merchant or the member', async () => {
    const otherMember = await createMember();

    for (const change of [{ merchantId: 'ANOTHER' }, { userId: otherMember.userId }]) {
      const order = await createApprovableOrder({ ...PAID, ...change });
      await order.complete();

      expect(await readPurchasedCm(order.userId)).toBe(0);
      expect(await readPurchasedCm(otherMember.userId)).toBe(0);
    }
  });
});

describe('receivePaypalEvent', () => {
  const sendApproval = (orderId: string) => {
    const body = JSON.stringify({ event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: orderId } });
    return receivePaypalEvent({ headers: signEvent(body), body });
  };

  it('acknowledges a declined capture, because a retry cannot fix it', async () => {
    const order = await createApprovableOrder(APPROVED);
    order.onCapture({ status: 422, body: { name: 'X', details: [{ issue: 'INSTRUMENT_DECLINED' }] } });

    expect(await sendApproval(order.orderId)).toEqual({});
  });

  it('acknowledges an order that is not approved, because a retry cannot fix it', async () => {
    const order = await createApprovableOrder({ status: 'CREATED' });

    expect(await sendApproval(order.orderId)).toEqual({});
  });
});

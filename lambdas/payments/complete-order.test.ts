import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import type { PaymentOrder } from '../table/payment-order.ts';
import { unseal } from '../table/sealed.ts';
import type { PayPalOrder } from './paypal-orders.ts';

let stop: () => Promise<void>;
let profiles: typeof import('../table/profile.ts');
let records: typeof import('../table/unclaimed-payment.ts');
let orders: typeof import('./complete-order.ts');

beforeAll(async () => {
  stop = await startTable();
  profiles = await import('../table/profile.ts');
  records = await import('../table/unclaimed-payment.ts');
  orders = await import('./complete-order.ts');
});
afterAll(() => stop());

/** The orders at PayPal. */
const atPayPal = new Map<string, PayPalOrder>();
vi.mock('./paypal-orders.ts', () => ({ readPayPalOrder: async (orderId: string) => atPayPal.get(orderId) }));

function settleOrder(order: PaymentOrder, current: PayPalOrder) {
  atPayPal.set(order.orderId, current);
  return orders.settleOrder(order, current);
}

async function newOrder() {
  const userId = randomUUID();
  await profiles.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return { orderId: randomUUID(), userId, steps: 1000, packageName: '100m Depth Package', merchantId: 'FATHOM' };
}

/** Builds the state of an order whose one dollar was captured and completely refunded. */
function refundedOrder(userId: string, merchantId: string, captureStatus = 'REFUNDED'): PayPalOrder {
  const amount = { currency_code: 'USD', value: '1.00' };
  const captures = [{ id: randomUUID(), status: captureStatus, amount }];
  const refunds = [{ id: randomUUID(), status: 'COMPLETED', amount }];
  const unit = { custom_id: userId, amount, payee: { merchant_id: merchantId }, payments: { captures, refunds } };
  return { id: randomUUID(), status: 'COMPLETED', purchase_units: [unit] };
}

function paidOrder(userId: string, merchantId: string): PayPalOrder {
  const order = refundedOrder(userId, merchantId, 'COMPLETED');
  order.purchase_units[0]!.payments.refunds = [];
  return order;
}

const findRecord = (order: PayPalOrder) =>
  records.getUnclaimed({ provider: 'paypal', paymentId: order.purchase_units[0]!.payments.captures[0]!.id });

describe('settleOrder', () => {
  it('credits an order that was paid as it was created', async () => {
    const order = await newOrder();
    expect(await settleOrder(order, paidOrder(order.userId, 'FATHOM'))).toBe('completed');
    expect(unseal(await profiles.getProfile(order.userId))?.purchasedCm).toBe(10_000);
  });

  it('credits no one and records the payment if the money went to another merchant', async () => {
    const [order, paid] = [await newOrder(), paidOrder('', 'ANOTHER')];
    paid.purchase_units[0]!.custom_id = order.userId;
    await settleOrder(order, paid);
    expect(unseal(await profiles.getProfile(order.userId))?.purchasedCm).toBe(0);
    expect(await findRecord(paid)).toMatchObject({ userId: order.userId, returnedCents: 0 });
  });

  it('credits no one and records the payment if the order names another member', async () => {
    const [order, other] = [await newOrder(), await newOrder()];
    const payment = paidOrder(other.userId, 'FATHOM');
    await settleOrder(order, payment);
    for (const { userId } of [order, other]) expect(unseal(await profiles.getProfile(userId))?.purchasedCm).toBe(0);
    expect(await findRecord(payment)).toMatchObject({ userId: order.userId });
  });

  it('records nothing if the money of an altered order has been returned', async () => {
    const order = await newOrder();
    const refunded = refundedOrder(order.userId, 'ANOTHER');
    await settleOrder(order, refunded);
    expect(await findRecord(refunded)).toBeUndefined();
  });

  it.each(['DECLINED', 'FAILED'])('credits and records nothing if the capture is %s', async (status) => {
    const order = await newOrder();
    const unpaid = refundedOrder(order.userId, 'ANOTHER', status);
    expect(await settleOrder(order, unpaid)).toBe('unpaid');
    expect(await findRecord(unpaid)).toBeUndefined();
  });

  it('credits and records nothing while PayPal reviews the capture', async () => {
    const order = await newOrder();
    const pendingOrder = refundedOrder(order.userId, 'FATHOM', 'PENDING');
    expect(await settleOrder(order, pendingOrder)).toBe('pending');
    expect(unseal(await profiles.getProfile(order.userId))?.purchasedCm).toBe(0);
  });
});

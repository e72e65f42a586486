import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import type { PaymentOrder } from '../table/payment-order.ts';
import { unseal } from '../table/sealed.ts';
import type { PayPalOrder } from './paypal-orders.ts';

let stop: () => Promise<void>;
let profiles: typeof import('../table/profile.ts');
let unclaimedPayments: typeof import('../table/unclaimed-payment.ts');
let completion: typeof import('./complete-order.ts');

beforeAll(async () => {
  stop = await startTable();
  // The table's name is read when modules load, so load them after the table has started.
  profiles = await import('../table/profile.ts');
  unclaimedPayments = await import('../table/unclaimed-payment.ts');
  completion = await import('./complete-order.ts');
});

afterAll(() => stop());

/** The orders at PayPal, by ID. */
const paypalOrders = new Map<string, PayPalOrder>();
vi.mock('./paypal-orders.ts', () => ({ readPayPalOrder: async (orderId: string) => paypalOrders.get(orderId) }));

/** Settles an order whose current state PayPal returns. */
function settleOrder(order: PaymentOrder, paypalOrder: PayPalOrder) {
  paypalOrders.set(order.orderId, paypalOrder);
  return completion.settleOrder(order, paypalOrder);
}

/** Creates a member, and returns an order of theirs: 100 m for $1.00. The order is not stored. */
async function createOrder() {
  const userId = randomUUID();
  await profiles.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return { orderId: randomUUID(), userId, steps: 1000, packageName: '100m Depth Package', merchantId: 'FATHOM' };
}

/** Builds the state of an order whose one dollar was captured and completely refunded. */
function buildRefundedOrder(userId: string, merchantId: string, captureStatus = 'REFUNDED'): PayPalOrder {
  const amount = { currency_code: 'USD', value: '1.00' };
  const captures = [{ id: randomUUID(), status: captureStatus, amount }];
  const refunds = [{ id: randomUUID(), status: 'COMPLETED', amount }];

  const unit = { custom_id: userId, amount, payee: { merchant_id: merchantId }, payments: { captures, refunds } };
  return { id: randomUUID(), status: 'COMPLETED', purchase_units: [unit] };
}

/** Builds the state of an order whose one dollar was captured. */
function buildPaidOrder(userId: string, merchantId: string): PayPalOrder {
  const order = buildRefundedOrder(userId, merchantId, 'COMPLETED');
  order.purchase_units[0]!.payments.refunds = [];
  return order;
}

/** Returns the record of an order's payment if it is unclaimed. */
function findUnclaimed(order: PayPalOrder) {
  const capture = order.purchase_units[0]!.payments.captures[0]!;
  return unclaimedPayments.getUnclaimed({ provider: 'paypal', paymentId: capture.id });
}

describe('settleOrder', () => {
  it('credits an order that the payer has not changed', async () => {
    const order = await createOrder();
    expect(await settleOrder(order, buildPaidOrder(order.userId, 'FATHOM'))).toBe('completed');
    expect(unseal(await profiles.getProfile(order.userId))?.purchasedCm).toBe(10_000);
  });

  it('credits no one and records the payment if the money went to another merchant', async () => {
    const order = await createOrder();
    const paidOrder = buildPaidOrder(order.userId, 'ANOTHER');

    await settleOrder(order, paidOrder);

    expect(unseal(await profiles.getProfile(order.userId))?.purchasedCm).toBe(0);
    expect(await findUnclaimed(paidOrder)).toMatchObject({ userId: order.userId, returnedCents: 0 });
  });

  it('credits no one and records the payment if the order names another member', async () => {
    const order = await createOrder();
    const otherOrder = await createOrder();
    const paidOrder = buildPaidOrder(otherOrder.userId, 'FATHOM');

    await settleOrder(order, paidOrder);

    for (const { userId } of [order, otherOrder]) {
      expect(unseal(await profiles.getProfile(userId))?.purchasedCm).toBe(0);
    }
    expect(await findUnclaimed(paidOrder)).toMatchObject({ userId: order.userId });
  });

  it('records nothing if the money of an altered order has been returned', async () => {
    const order = await createOrder();
    const refundedOrder = buildRefundedOrder(order.userId, 'ANOTHER');

    await settleOrder(order, refundedOrder);

    expect(await findUnclaimed(refundedOrder)).toBeUndefined();
  });

  it.each(['DECLINED', 'FAILED'])('credits and records nothing if the capture is %s', async (status) => {
    const order = await createOrder();
    const unpaidOrder = buildRefundedOrder(order.userId, 'ANOTHER', status);

    expect(await settleOrder(order, unpaidOrder)).toBe('unpaid');
    expect(await findUnclaimed(unpaidOrder)).toBeUndefined();
  });

  it('credits and records nothing while PayPal reviews the capture', async () => {
    const order = await createOrder();
    const pendingOrder = buildRefundedOrder(order.userId, 'FATHOM', 'PENDING');

    expect(await settleOrder(order, pendingOrder)).toBe('pending');
    expect(unseal(await profiles.getProfile(order.userId))?.purchasedCm).toBe(0);
  });
});

/**
 * Tests of settling a PayPal order: a captured payment becomes depth for the member, if our merchant received it.
 * Otherwise it is recorded as unclaimed, for an operator. One cent buys one metre.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import type { PaymentOrder } from '../table/payment-order.ts';
import { unseal } from '../table/sealed.ts';
import type { PayPalOrder } from './paypal-orders.ts';

/** The orders at PayPal, by ID. */
const paypalOrders = new Map<string, PayPalOrder>();
vi.mock('./paypal-orders.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./paypal-orders.ts')>()),
  readPayPalOrder: async (orderId: string) => paypalOrders.get(orderId),
}));

let stopTable: () => Promise<void>;
let profiles: typeof import('../table/profile.ts');
let unclaimedPayments: typeof import('../table/unclaimed-payment.ts');
let completion: typeof import('./complete-order.ts');

beforeAll(async () => {
  stopTable = await startTable();
  // The table's name is read when modules load, so load them after the table has started.
  profiles = await import('../table/profile.ts');
  unclaimedPayments = await import('../table/unclaimed-payment.ts');
  completion = await import('./complete-order.ts');
});

afterAll(() => stopTable());

/** Settles an order whose current state PayPal returns. */
function settle(order: PaymentOrder, paypalOrder: PayPalOrder) {
  paypalOrders.set(order.orderId, paypalOrder);
  return completion.settleOrder(order, paypalOrder);
}

/** Creates a member, and returns an order of theirs: 1000 steps of 10 cm for $1.00. The order is not stored. */
async function createOrder() {
  const userId = randomUUID();
  await profiles.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return { orderId: randomUUID(), userId, steps: 1000, packageName: '100m Depth Package', merchantId: 'FATHOM' };
}

interface CaptureOptions {
  readonly userId: string;
  /** The ID of the merchant who received the money. Default: ours. */
  readonly merchantId?: string;
  readonly status?: string;
  /** Whether the payment was completely refunded. */
  readonly isRefunded?: boolean;
}

/** Builds PayPal's state of an order with a capture of one dollar. */
function buildPayPalOrder({ userId, merchantId = 'FATHOM', status, isRefunded = false }: CaptureOptions): PayPalOrder {
  const amount = { currency_code: 'USD', value: '1.00' };
  const captures = [{ id: randomUUID(), status: status ?? (isRefunded ? 'REFUNDED' : 'COMPLETED'), amount }];
  const refunds = isRefunded ? [{ id: randomUUID(), status: 'COMPLETED', amount }] : [];

  const unit = { custom_id: userId, amount, payee: { merchant_id: merchantId }, payments: { captures, refunds } };
  return { id: randomUUID(), status: 'COMPLETED', purchase_units: [unit] };
}

/** Returns how far a member's purchases have raised them, in centimetres. */
async function readPurchasedCm(userId: string): Promise<number | undefined> {
  return unseal(await profiles.getProfile(userId))?.purchasedCm;
}

/** Returns the record of an order's payment if it is unclaimed. */
function findUnclaimed(order: PayPalOrder) {
  const capture = order.purchase_units[0]!.payments.captures[0]!;
  return unclaimedPayments.getUnclaimed({ provider: 'paypal', paymentId: capture.id });
}

describe('settleOrder', () => {
  it('credits an order that names our merchant and the member', async () => {
    const order = await createOrder();
    expect(await settle(order, buildPayPalOrder(order))).toBe('completed');
    expect(await readPurchasedCm(order.userId)).toBe(10_000);
  });

  it('credits no one and records the payment if the money went to another merchant', async () => {
    const order = await createOrder();
    const paypalOrder = buildPayPalOrder({ ...order, merchantId: 'ANOTHER' });

    await settle(order, paypalOrder);

    expect(await readPurchasedCm(order.userId)).toBe(0);
    expect(await findUnclaimed(paypalOrder)).toMatchObject({ userId: order.userId, returnedCents: 0 });
  });

  it('credits no one and records the payment if the order names another member', async () => {
    const order = await createOrder();
    const orderOfOtherMember = await createOrder();
    const paypalOrder = buildPayPalOrder(orderOfOtherMember);

    await settle(order, paypalOrder);

    for (const { userId } of [order, orderOfOtherMember]) expect(await readPurchasedCm(userId)).toBe(0);
    expect(await findUnclaimed(paypalOrder)).toMatchObject({ userId: order.userId });
  });

  it('records nothing if a payment to another merchant has been refunded', async () => {
    const order = await createOrder();
    const paypalOrder = buildPayPalOrder({ ...order, merchantId: 'ANOTHER', isRefunded: true });

    await settle(order, paypalOrder);

    expect(await findUnclaimed(paypalOrder)).toBeUndefined();
  });

  it.each(['DECLINED', 'FAILED'])('credits and records nothing if the capture is %s', async (status) => {
    const order = await createOrder();
    const paypalOrder = buildPayPalOrder({ ...order, merchantId: 'ANOTHER', status });

    expect(await settle(order, paypalOrder)).toBe('unpaid');
    expect(await readPurchasedCm(order.userId)).toBe(0);
    expect(await findUnclaimed(paypalOrder)).toBeUndefined();
  });

  it('credits a capture that succeeded after a declined one', async () => {
    const order = await createOrder();
    const paypalOrder = buildPayPalOrder(order);
    const { captures } = paypalOrder.purchase_units[0]!.payments;
    captures.unshift({ ...captures[0]!, id: randomUUID(), status: 'DECLINED' });

    expect(await settle(order, paypalOrder)).toBe('completed');
    expect(await readPurchasedCm(order.userId)).toBe(10_000);
  });

  it('credits and records nothing while PayPal reviews the capture', async () => {
    const order = await createOrder();
    const paypalOrder = buildPayPalOrder({ ...order, status: 'PENDING' });

    expect(await settle(order, paypalOrder)).toBe('pending');
    expect(await readPurchasedCm(order.userId)).toBe(0);
    expect(await findUnclaimed(paypalOrder)).toBeUndefined();
  });
});

import { z } from 'zod';
import type { PayPalAccount } from './account.ts';
import { parseFields, unprocessable } from './errors.ts';
import { centsOf, checkedMoney, type Money, moneyField, moneyOf } from './money.ts';
import { type Capture, newId, now, type Order, type Refund } from './objects.ts';
import { captureJson, orderJson, refundJson } from './representations.ts';

const context = z.looseObject({ brand_name: z.string().max(127).optional() });

const orderFields = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().min(1).max(256).default('default'),
        custom_id: z.string().max(255).optional(),
        invoice_id: z.string().max(127).optional(),
        description: z.string().max(127).optional(),
        amount: moneyField,
      }),
    )
    .length(1),
  application_context: context.optional(),
  payment_source: z.object({ paypal: z.looseObject({ experience_context: context.optional() }) }).optional(),
});

const refundFields = z.object({ amount: moneyField.optional(), note_to_payer: z.string().max(255).optional() });

/**
 * Creates an order. If the body names the payment source, the order waits for its buyer at once.
 *
 * @throws PayPalApiError if the body is invalid, or its invoice is paid.
 */
export function createOrder({ store }: PayPalAccount, body: unknown): Order {
  const { purchase_units, payment_source, application_context } = parseFields(orderFields, body);
  const { amount, ...texts } = purchase_units[0]!;
  const unit = { ...texts, amount: checkedMoney(amount, '/purchase_units/0/amount') };
  requireUnpaidInvoice(store, unit.invoice_id);
  const created = now();
  const id = newId();
  return store.add('order', id, {
    id,
    created,
    updated: created,
    status: payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    unit,
    paymentSource: payment_source,
    brandName: (payment_source?.paypal.experience_context ?? application_context)?.brand_name,
    captureId: undefined,
  });
}

/**
 * Approves an order for its buyer. Approving it again has no effect.
 *
 * @throws PayPalApiError if the order is unknown or paid.
 */
export function approveOrder(account: PayPalAccount, id: string): Order {
  const order = account.get('order', id);
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_COMPLETED');
  if (order.status === 'APPROVED') return order;
  order.status = 'APPROVED';
  order.updated = now();
  account.emit({
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: orderJson(account, order),
  });
  return order;
}

/**
 * Takes an order's money.
 *
 * @param decline whether the buyer's bank declines. The order stays approved then.
 * @throws PayPalApiError if the order is not approved, or paid already, or the bank declines.
 */
export function captureOrder(account: PayPalAccount, id: string, decline: boolean): Capture {
  const order = account.get('order', id);
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
  requireUnpaidInvoice(account.store, order.unit.invoice_id);
  if (decline) {
    // Sent once for an order: a merchant that retries at each such event would retry without end.
    const known = account.store.list('capture', { orderId: id, status: 'DECLINED' });
    if (known.length === 0) addCapture(account, order, 'DECLINED');
    throw unprocessable('INSTRUMENT_DECLINED');
  }
  return addCapture(account, order, 'COMPLETED');
}

function addCapture(account: PayPalAccount, order: Order, status: 'COMPLETED' | 'DECLINED'): Capture {
  const created = now();
  const id = newId();
  const capture = account.store.add('capture', id, { id, orderId: order.id, created, updated: created, status });
  const paid = status === 'COMPLETED';
  if (paid) Object.assign(order, { captureId: id, status, updated: created });
  const { value, currency_code } = order.unit.amount;
  account.emit({
    type: paid ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED',
    resourceType: 'capture',
    summary: `Payment ${paid ? 'completed' : 'denied'} for $ ${value} ${currency_code}`,
    resource: captureJson(account, capture),
  });
  return capture;
}

/**
 * Refunds the amount in the body, or what is left of a capture.
 *
 * @throws PayPalApiError if not that much is left, or the body is invalid.
 */
export function refundCapture(account: PayPalAccount, captureId: string, body: unknown): Refund {
  const { amount, note_to_payer } = parseFields(refundFields, body);
  const capture = account.get('capture', captureId);
  const left = moneyLeft(account, capture);
  const refunded = amount ? checkedMoney(amount, '/amount') : left;
  if (refunded.currency_code !== left.currency_code) throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', '/amount');
  if (centsOf(refunded) > centsOf(left)) throw unprocessable('REFUND_AMOUNT_EXCEEDED', '/amount/value');
  capture.status = centsOf(refunded) === centsOf(left) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  capture.updated = now();
  return addRefund(account, capture, refunded, { reversal: false, note: note_to_payer });
}

/**
 * Reverses what is left of a capture, as the buyer's bank does. The capture keeps its status; only the event shows it.
 *
 * @throws PayPalApiError if nothing is left.
 */
export function reverseCapture(account: PayPalAccount, captureId: string): Refund {
  const capture = account.get('capture', captureId);
  return addRefund(account, capture, moneyLeft(account, capture), { reversal: true, note: 'Payment reversed' });
}

function addRefund(
  account: PayPalAccount,
  { id: captureId }: Capture,
  amount: Money,
  { reversal, note }: Pick<Refund, 'reversal' | 'note'>,
): Refund {
  const id = newId();
  const totalRefunded = moneyOf(refundedCents(account, captureId) + centsOf(amount), amount.currency_code);
  const refund = { id, captureId, created: now(), amount, totalRefunded, note, reversal };
  account.store.add('refund', id, refund);
  account.emit({
    type: reversal ? 'PAYMENT.CAPTURE.REVERSED' : 'PAYMENT.CAPTURE.REFUNDED',
    resourceType: 'refund',
    summary: `A $ ${amount.value} ${amount.currency_code} capture payment was ${reversal ? 'reversed' : 'refunded'}`,
    resource: refundJson(account, refund),
  });
  return refund;
}

function moneyLeft(account: PayPalAccount, { id, orderId, status }: Capture): Money {
  if (status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED');
  const { amount } = account.get('order', orderId).unit;
  const left = centsOf(amount) - refundedCents(account, id);
  if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED');
  return moneyOf(left, amount.currency_code);
}

function refundedCents({ store }: PayPalAccount, captureId: string): number {
  return store.list('refund', { captureId }).reduce((sum, { amount }) => sum + centsOf(amount), 0);
}

/** An invoice is paid once: https://developer.paypal.com/docs/api/orders/v2/#error-DUPLICATE_INVOICE_ID */
function requireUnpaidInvoice(store: PayPalAccount['store'], invoiceId: string | undefined): void {
  if (invoiceId === undefined) return;
  const paid = store.list('order', { status: 'COMPLETED' }).some(({ unit }) => unit.invoice_id === invoiceId);
  if (paid) throw unprocessable('DUPLICATE_INVOICE_ID', '/purchase_units/0/invoice_id');
}

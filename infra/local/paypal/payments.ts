import { z } from 'zod';
import type { PayPalAccount } from './account.ts';
import { buildUnprocessableError, parseFields } from './errors.ts';
import { type Money, moneySchema, toCents, toMoney, validateMoney } from './money.ts';
import { type Capture, createId, formatNow, type Order, type Refund } from './objects.ts';
import { toCaptureJson, toOrderJson, toRefundJson } from './representations.ts';

const experienceContextSchema = z.looseObject({ brand_name: z.string().max(127).optional() });

const orderSchema = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().min(1).max(256).default('default'),
        custom_id: z.string().max(255).optional(),
        invoice_id: z.string().max(127).optional(),
        description: z.string().max(127).optional(),
        amount: moneySchema,
      }),
    )
    .length(1),
  application_context: experienceContextSchema.optional(),
  payment_source: z
    .object({ paypal: z.looseObject({ experience_context: experienceContextSchema.optional() }) })
    .optional(),
});

const refundSchema = z.object({ amount: moneySchema.optional(), note_to_payer: z.string().max(255).optional() });

/**
 * Creates an order. With a payment source, the order starts as PAYER_ACTION_REQUIRED.
 *
 * @throws PayPalApiError if the body is invalid, or its invoice is paid.
 */
export function createOrder({ store }: PayPalAccount, body: unknown): Order {
  const { purchase_units, payment_source, application_context } = parseFields(orderSchema, body);
  const { amount, ...fields } = purchase_units[0]!;
  const unit = { ...fields, amount: validateMoney(amount, '/purchase_units/0/amount') };
  requireUnpaidInvoice(store, unit.invoice_id);

  const context = payment_source?.paypal.experience_context ?? application_context;
  const creationTime = formatNow();
  const id = createId();

  return store.add('order', id, {
    id,
    created: creationTime,
    updated: creationTime,
    status: payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    unit,
    paymentSource: payment_source,
    brandName: context?.brand_name,
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
  if (order.status === 'COMPLETED') throw buildUnprocessableError('ORDER_ALREADY_COMPLETED');
  if (order.status === 'APPROVED') return order;

  order.status = 'APPROVED';
  order.updated = formatNow();
  account.emit({
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: toOrderJson(account, order),
  });

  return order;
}

/**
 * Captures the payment of an order.
 *
 * @param options.declineCaptures whether the buyer's bank declines the capture. The order then stays approved.
 * @throws PayPalApiError if the order is not approved or already paid, or the bank declines the capture.
 */
export function captureOrder(
  account: PayPalAccount,
  id: string,
  { declineCaptures }: { readonly declineCaptures: boolean },
): Capture {
  const order = account.get('order', id);
  if (order.status === 'COMPLETED') throw buildUnprocessableError('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw buildUnprocessableError('ORDER_NOT_APPROVED');

  requireUnpaidInvoice(account.store, order.unit.invoice_id);

  if (declineCaptures) {
    // Only an order's first decline sends an event: a merchant that retries after each event would retry endlessly.
    const declinedCaptures = account.store.list('capture', { orderId: id, status: 'DECLINED' });
    if (declinedCaptures.length === 0) addCapture(account, order, 'DECLINED');
    throw buildUnprocessableError('INSTRUMENT_DECLINED');
  }

  return addCapture(account, order, 'COMPLETED');
}

function addCapture(account: PayPalAccount, order: Order, status: 'COMPLETED' | 'DECLINED'): Capture {
  const creationTime = formatNow();
  const id = createId();
  const times = { created: creationTime, updated: creationTime };
  const capture = account.store.add('capture', id, { id, orderId: order.id, ...times, status });

  const isPaid = status === 'COMPLETED';
  if (isPaid) {
    order.captureId = id;
    order.status = 'COMPLETED';
    order.updated = creationTime;
  }

  const { value, currency_code } = order.unit.amount;
  account.emit({
    type: isPaid ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED',
    resourceType: 'capture',
    summary: `Payment ${isPaid ? 'completed' : 'denied'} for $ ${value} ${currency_code}`,
    resource: toCaptureJson(account, capture),
  });

  return capture;
}

/**
 * Refunds the amount in the body, or the whole unrefunded amount.
 *
 * @throws PayPalApiError if the capture is declined or fully refunded, or the body's amount is invalid, in another
 *   currency, or larger than the unrefunded amount.
 */
export function refundCapture(account: PayPalAccount, captureId: string, body: unknown): Refund {
  const { amount, note_to_payer } = parseFields(refundSchema, body);
  const capture = account.get('capture', captureId);
  const unrefundedMoney = requireUnrefundedMoney(account, capture);
  const money = amount ? validateMoney(amount, '/amount') : unrefundedMoney;

  if (money.currency_code !== unrefundedMoney.currency_code) {
    throw buildUnprocessableError('REFUND_CAPTURE_CURRENCY_MISMATCH', '/amount');
  }
  if (toCents(money) > toCents(unrefundedMoney))
    throw buildUnprocessableError('REFUND_AMOUNT_EXCEEDED', '/amount/value');

  capture.status = toCents(money) === toCents(unrefundedMoney) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  capture.updated = formatNow();
  return addRefund(account, capture, money, { reversal: false, note: note_to_payer });
}

/**
 * Refunds a capture's unrefunded amount, as a reversal by the buyer's bank does. Only an event reports the reversal:
 * the capture's status stays the same.
 *
 * @throws PayPalApiError if the capture is declined or fully refunded.
 */
export function reverseCapture(account: PayPalAccount, captureId: string): Refund {
  const capture = account.get('capture', captureId);
  const unrefundedMoney = requireUnrefundedMoney(account, capture);
  return addRefund(account, capture, unrefundedMoney, { reversal: true, note: 'Payment reversed' });
}

function addRefund(
  account: PayPalAccount,
  { id: captureId }: Capture,
  amount: Money,
  { reversal, note }: Pick<Refund, 'reversal' | 'note'>,
): Refund {
  const id = createId();
  const totalRefunded = toMoney(sumRefundedCents(account, captureId) + toCents(amount), amount.currency_code);
  const refund = { id, captureId, created: formatNow(), amount, totalRefunded, note, reversal };

  account.store.add('refund', id, refund);
  account.emit({
    type: reversal ? 'PAYMENT.CAPTURE.REVERSED' : 'PAYMENT.CAPTURE.REFUNDED',
    resourceType: 'refund',
    summary: `A $ ${amount.value} ${amount.currency_code} capture payment was ${reversal ? 'reversed' : 'refunded'}`,
    resource: toRefundJson(account, refund),
  });

  return refund;
}

/**
 * Returns the unrefunded amount of a capture.
 *
 * @throws PayPalApiError if the capture is declined or fully refunded.
 */
function requireUnrefundedMoney(account: PayPalAccount, { id, orderId, status }: Capture): Money {
  if (status === 'DECLINED') throw buildUnprocessableError('REFUND_NOT_ALLOWED');

  const { amount } = account.get('order', orderId).unit;
  const unrefundedCents = toCents(amount) - sumRefundedCents(account, id);
  if (unrefundedCents === 0) throw buildUnprocessableError('CAPTURE_FULLY_REFUNDED');
  return toMoney(unrefundedCents, amount.currency_code);
}

function sumRefundedCents({ store }: PayPalAccount, captureId: string): number {
  return store.list('refund', { captureId }).reduce((sum, { amount }) => sum + toCents(amount), 0);
}

/** Rejects a paid invoice: https://developer.paypal.com/docs/api/orders/v2/#error-DUPLICATE_INVOICE_ID */
function requireUnpaidInvoice(store: PayPalAccount['store'], invoiceId: string | undefined): void {
  if (invoiceId === undefined) return;

  const isPaid = store.list('order', { status: 'COMPLETED' }).some(({ unit }) => unit.invoice_id === invoiceId);
  if (isPaid) throw buildUnprocessableError('DUPLICATE_INVOICE_ID', '/purchase_units/0/invoice_id');
}

import { logger } from '../platform/logger.ts';
import type { PaymentOrder } from '../table/payment-order.ts';
import { OrderNotApproved, PaymentDeclined, PaymentsUnavailable } from './errors.ts';
import { centsOf } from './offer.ts';
import { PayPalRefusal } from './paypal-client.ts';
import { capturePayPalOrder, type PayPalOrder, readPayPalOrder } from './paypal-orders.ts';
import type { ProviderPayment, Taking } from './provider-payment.ts';
import { settlePayment } from './settle-payment.ts';

/** Captures whose money has arrived, whatever became of it since. */
const RECEIVED = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

/**
 * Takes the money of an order, if it is approved and not taken yet, and brings the ledger in line with it. Whoever does
 * this, and however often: PayPal takes the money once, and the ledger notes it once.
 *
 * @param begun - the order as it was begun here
 * @returns 'pending' while PayPal reviews the payment
 * @throws OrderNotApproved, PaymentDeclined, PaymentsUnavailable
 */
export async function completeOrder(begun: PaymentOrder): Promise<'completed' | 'pending'> {
  const state = await settleOrder(begun, await captured(begun.orderId));
  if (state === 'unpaid') throw new PaymentDeclined();
  return state;
}

/**
 * Brings the ledger in line with what has become of an order. No money is taken.
 *
 * @param order - the order as PayPal has it by now
 * @param alsoTaken - what went back, which PayPal need not tell with the order
 */
export async function settleOrder(
  begun: PaymentOrder,
  order: PayPalOrder,
  alsoTaken: readonly Taking[] = [],
): Promise<'completed' | 'pending' | 'unpaid'> {
  const [unit] = order.purchase_units;
  const capture = unit?.payments.captures[0];
  if (!capture || capture.status === 'DECLINED' || capture.status === 'FAILED') return 'unpaid';
  if (!RECEIVED.has(capture.status)) return 'pending';
  const known = unit?.custom_id === begun.userId && (unit.payee?.merchant_id ?? '') === begun.merchantId;
  const told = new Set(alsoTaken.map(({ id }) => id));
  const payment: ProviderPayment = {
    provider: 'paypal',
    paymentId: capture.id,
    // What was altered on its way is for an operator to look at.
    userId: known ? begun.userId : undefined,
    steps: begun.steps,
    packageName: begun.packageName,
    cents: centsOf(capture.amount.value),
    currency: capture.amount.currency_code.toLowerCase(),
    // PayPal may list among the refunds what the event is about.
    takings: [...unit!.payments.refunds.filter(({ id }) => !told.has(id)).flatMap(refundOf), ...alsoTaken],
  };
  await settlePayment(payment);
  return 'completed';
}

/**
 * The order, its money taken. An answer that does not come is no reason to take the money again: PayPal is asked what
 * has become of it.
 */
async function captured(orderId: string): Promise<PayPalOrder> {
  const before = await readPayPalOrder(orderId);
  if (before.status === 'COMPLETED') return before;
  if (before.status !== 'APPROVED') throw new OrderNotApproved();
  try {
    await capturePayPalOrder(orderId);
  } catch (error) {
    if (!isUnclear(error)) throw error instanceof PayPalRefusal ? new PaymentDeclined() : error;
    logger.warn('A capture was not answered', { orderId, error: error as Error });
  }
  const after = await readPayPalOrder(orderId);
  if (after.status !== 'COMPLETED') throw new PaymentsUnavailable();
  return after;
}

function isUnclear(error: unknown): boolean {
  return (
    error instanceof PaymentsUnavailable || (error instanceof PayPalRefusal && error.issue === 'ORDER_ALREADY_CAPTURED')
  );
}

function refundOf({ id, status, amount }: { id: string; status: string; amount: { value: string } }): Taking[] {
  const cents = centsOf(amount.value);
  if (status === 'COMPLETED') return [{ source: 'refund', id, cents, state: 'taken' }];
  if (status === 'FAILED' || status === 'CANCELLED') return [{ source: 'refund', id, cents, state: 'returned' }];
  return [];
}

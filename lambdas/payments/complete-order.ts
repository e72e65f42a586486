import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import type { PaymentOrder } from '../table/payment-order.ts';
import { OrderNotApproved, PaymentDeclined, PaymentsUnavailable } from './errors.ts';
import { parseCents } from './offer.ts';
import { PayPalError } from './paypal-client.ts';
import { capturePayPalOrder, type PayPalOrder, readPayPalOrder } from './paypal-orders.ts';
import type { ProviderPayment, Reversal } from './provider-payment.ts';
import { settlePayment } from './settle-payment.ts';

/** States of captures whose money was received, even if it was refunded later. */
const RECEIVED_STATES = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

/**
 * Captures an approved order and updates the ledger. Idempotent: PayPal captures an order once, and the ledger credits
 * it once.
 *
 * @param order - the order as it was created
 * @returns 'pending' while PayPal reviews the payment
 * @throws OrderNotApproved, PaymentDeclined, PaymentsUnavailable
 */
export async function completeOrder(order: PaymentOrder): Promise<'completed' | 'pending'> {
  const state = await settleOrder(order, await ensureCaptured(order.orderId));
  if (state === 'unpaid') throw new PaymentDeclined();
  return state;
}

/** The stored data of an order. */
export type KnownOrder = Pick<PaymentOrder, 'orderId'> &
  Pick<ProviderPayment, 'userId' | 'steps' | 'packageName' | 'objection'> & {
    /** The expected payee; undefined if the payee was checked before. */
    readonly merchantId?: string;
  };

/**
 * Updates the ledger to the current state of an order. Doesn't capture the order.
 *
 * @param storedOrder - the order as it was created
 * @param order - the order's current state at PayPal
 * @param extraReversals - reversals from an event, which PayPal may omit from the order
 */
export async function settleOrder(
  storedOrder: KnownOrder,
  order: PayPalOrder,
  extraReversals: readonly Reversal[] = [],
): Promise<'completed' | 'pending' | 'unpaid'> {
  const payment = toPayment(storedOrder, order, extraReversals);
  if (typeof payment === 'string') return payment;

  await settlePayment(payment, async () => {
    const currentPayment = toPayment(storedOrder, await readPayPalOrder(storedOrder.orderId), extraReversals);
    return typeof currentPayment === 'string' ? undefined : currentPayment;
  });
  return 'completed';
}

/** Returns the payment of an order, or the reason why it has no payment. */
function toPayment(
  storedOrder: KnownOrder,
  { purchase_units: [unit] }: PayPalOrder,
  extraReversals: readonly Reversal[],
): ProviderPayment | 'pending' | 'unpaid' {
  const capture = unit?.payments.captures[0];
  if (!capture || capture.status === 'DECLINED' || capture.status === 'FAILED') return 'unpaid';
  if (!RECEIVED_STATES.has(capture.status)) return 'pending';

  const { userId, steps, packageName, merchantId, objection } = storedOrder;
  // The payer can alter an order while approving it.
  const isAltered =
    merchantId !== undefined && (unit?.custom_id !== userId || (unit.payee?.merchant_id ?? '') !== merchantId);
  // The order's refunds may include the event's reversal.
  const extraIds = new Set(extraReversals.map(({ id }) => id));
  const otherRefunds = unit!.payments.refunds.filter(({ id }) => !extraIds.has(id));

  return {
    provider: 'paypal',
    paymentId: capture.id,
    userId,
    steps,
    packageName,
    cents: parseCents(capture.amount.value),
    currency: capture.amount.currency_code.toLowerCase(),
    reversals: [...otherRefunds.flatMap(toReversals), ...extraReversals],
    objection: isAltered ? 'the payer changed the member or the merchant of the order' : objection,
  };
}

/**
 * Captures an order unless it is captured, and returns its state. If the capture times out, this reads the order again
 * instead of repeating the capture.
 */
async function ensureCaptured(orderId: string): Promise<PayPalOrder> {
  const order = await readPayPalOrder(orderId);
  if (order.status === 'COMPLETED') return order;
  if (order.status !== 'APPROVED') throw new OrderNotApproved();

  try {
    await capturePayPalOrder(orderId);
  } catch (error) {
    if (!mayBeCaptured(error)) throw error instanceof PayPalError ? new PaymentDeclined() : error;
    logger.warn('Capture result unknown', { ...nameForRepair({ orderId }), error: error as Error });
  }

  const currentOrder = await readPayPalOrder(orderId);
  if (currentOrder.status !== 'COMPLETED') throw new PaymentsUnavailable();
  return currentOrder;
}

/** Returns whether a capture that failed with this error may have captured the order nevertheless. */
function mayBeCaptured(error: unknown): boolean {
  return (
    error instanceof PaymentsUnavailable || (error instanceof PayPalError && error.issue === 'ORDER_ALREADY_CAPTURED')
  );
}

/** Converts a refund of PayPal. Returns an empty list while the refund is pending. */
function toReversals({ id, status, amount }: { id: string; status: string; amount: { value: string } }): Reversal[] {
  const cents = parseCents(amount.value);
  if (status === 'COMPLETED') return [{ source: 'refund', id, cents, state: 'taken' }];
  if (status === 'FAILED' || status === 'CANCELLED') return [{ source: 'refund', id, cents, state: 'returned' }];
  return [];
}

import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import type { PaymentOrder } from '../table/payment-order.ts';
import { OrderNotApproved, PaymentDeclined, PaymentsUnavailable } from './errors.ts';
import { parseCents } from './offer.ts';
import { PayPalError } from './paypal-client.ts';
import {
  capturePayPalOrder,
  findCapture,
  type PayPalOrder,
  RECEIVED_STATES,
  readPayPalOrder,
} from './paypal-orders.ts';
import type { ProviderPayment, Reversal } from './provider-payment.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Captures an approved order and updates the ledger. Idempotent: PayPal captures an order once, and the ledger credits
 * it once.
 *
 * @param storedOrder - the order in the table, as it was created
 * @returns 'pending' while PayPal reviews the payment
 * @throws OrderNotApproved if the member has not approved the order
 * @throws PaymentDeclined if PayPal declined the payment
 * @throws PaymentsUnavailable if PayPal can't be reached, or the order is still not complete after the capture
 */
export async function completeOrder(storedOrder: PaymentOrder): Promise<'completed' | 'pending'> {
  const state = await settleOrder(storedOrder, await ensureCaptured(storedOrder.orderId));
  if (state === 'unpaid') throw new PaymentDeclined();
  return state;
}

/** What Fathom knows about an order: from the table, from the ledger, or only from PayPal. */
export type KnownOrder = Pick<PaymentOrder, 'orderId'> &
  Pick<ProviderPayment, 'userId' | 'steps' | 'packageName' | 'objection'> & {
    /** The payee when the order was created. Undefined if the order isn't stored. */
    readonly merchantId?: string;
  };

/**
 * Updates the ledger to the current state of an order. Doesn't capture the order.
 *
 * @param paypalOrder - the order's current state at PayPal
 * @param eventReversals - reversals from an event, which PayPal may omit from the order
 */
export async function settleOrder(
  knownOrder: KnownOrder,
  paypalOrder: PayPalOrder,
  eventReversals: readonly Reversal[] = [],
): Promise<'completed' | 'pending' | 'unpaid'> {
  const payment = toPayment(knownOrder, paypalOrder, eventReversals);
  if (typeof payment === 'string') return payment;

  const readAgain = async () => {
    const currentPayment = toPayment(knownOrder, await readPayPalOrder(knownOrder.orderId), eventReversals);
    return typeof currentPayment === 'string' ? undefined : currentPayment;
  };

  await settlePayment(payment, readAgain);
  return 'completed';
}

/**
 * Returns the payment of an order, or the reason why the order has no payment. If the payer has altered the order, the
 * payment has an objection, so no one is credited.
 */
function toPayment(
  knownOrder: KnownOrder,
  paypalOrder: PayPalOrder,
  eventReversals: readonly Reversal[],
): ProviderPayment | 'pending' | 'unpaid' {
  const capture = findCapture(paypalOrder);
  if (!capture) return 'unpaid';
  if (!RECEIVED_STATES.has(capture.status)) return 'pending';

  const unit = paypalOrder.purchase_units[0]!;
  const { userId, steps, packageName, merchantId, objection } = knownOrder;
  // The payer can alter an order while approving it. Without a merchantId, there is nothing to compare: the order was
  // credited before, or is unknown.
  const isAltered =
    merchantId !== undefined && (unit.custom_id !== userId || (unit.payee?.merchant_id ?? '') !== merchantId);

  return {
    provider: 'paypal',
    paymentId: capture.id,
    userId,
    steps,
    packageName,
    cents: parseCents(capture.amount.value),
    currency: capture.amount.currency_code.toLowerCase(),
    reversals: mergeReversals(unit.payments.refunds.flatMap(toReversals), eventReversals),
    objection: isAltered ? 'the payer changed the member or the merchant of the order' : objection,
  };
}

/**
 * Captures an order unless it is captured, and returns its state at PayPal. If the capture times out, this reads the
 * order again instead of repeating the capture.
 */
async function ensureCaptured(orderId: string): Promise<PayPalOrder> {
  const paypalOrder = await readPayPalOrder(orderId);
  if (paypalOrder.status === 'COMPLETED') return paypalOrder;
  if (paypalOrder.status !== 'APPROVED') throw new OrderNotApproved();

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

/**
 * Merges the reversals of an order and of an event. The order may list the event's reversal as a refund.
 *
 * An event can be late. So if the order says that the money was returned to us, the order's reversal counts. Otherwise,
 * the event's reversal counts, because it is a dispute.
 */
function mergeReversals(orderReversals: readonly Reversal[], eventReversals: readonly Reversal[]): Reversal[] {
  const isReturned = ({ id }: Reversal) =>
    orderReversals.some((other) => other.id === id && other.state === 'returned');
  const disputes = eventReversals.filter((reversal) => !isReturned(reversal));
  const disputeIds = new Set(disputes.map(({ id }) => id));

  return [...orderReversals.filter(({ id }) => !disputeIds.has(id)), ...disputes];
}

/** Converts a refund of PayPal. Returns an empty list while the refund is pending. */
function toReversals({ id, status, amount }: { id: string; status: string; amount: { value: string } }): Reversal[] {
  const cents = parseCents(amount.value);
  if (status === 'COMPLETED') return [{ source: 'refund', id, cents, state: 'taken' }];
  if (status === 'FAILED' || status === 'CANCELLED') return [{ source: 'refund', id, cents, state: 'returned' }];
  return [];
}

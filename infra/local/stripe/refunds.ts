import { newId, nowSeconds, type StripeAccount } from './account.ts';
import { buildInvalidRequestError, buildMissingResourceError } from './errors.ts';
import { type Form, readMetadata, readOneOf, readPositiveInteger, readText, rejectUnknownFields } from './form.ts';
import { addBalanceTransaction, formatMoney } from './money.ts';
import type { Cause, Charge, Dispute, Refund } from './objects.ts';
import { getIntent } from './payments.ts';

const CREATE_FIELDS = ['amount', 'charge', 'metadata', 'payment_intent', 'reason'];
const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** Stripe's fee for a dispute, in cents. It is not refunded after a won dispute: https://stripe.com/pricing */
const DISPUTE_FEE_CENTS = 1500;

/** Default and maximum number of objects on a page: https://docs.stripe.com/api/pagination */
const PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 100;

/**
 * Refunds `amount` of a payment, or the whole unrefunded amount if the field is missing.
 *
 * @param cause null for an operator in the dashboard.
 * @throws StripeApiError if `amount` is larger than the unrefunded amount, or the charge is disputed.
 */
export function createRefund(account: StripeAccount, form: Form, cause: Cause | null): Refund {
  rejectUnknownFields(form, CREATE_FIELDS);
  const charge = requireRefundableCharge(account, form);
  const { id: chargeId, currency, payment_intent } = charge;
  const reason = readOneOf(form, 'reason', REFUND_REASONS) ?? null;
  const metadata = readMetadata(form);

  const disputes = account.store.list('dispute', { charge: chargeId });
  if (disputes.some(({ status }) => status !== 'won')) {
    const message = `Charge ${chargeId} has been charged back; cannot issue a refund.`;
    throw buildInvalidRequestError(message, { code: 'charge_disputed' });
  }

  const amount = computeRefundCents(charge, readPositiveInteger(form, 'amount'));
  const id = newId('re');
  const transaction = addBalanceTransaction(account, { type: 'refund', amount: -amount, currency, source: id });
  const refund = account.add<Refund>({
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction.id,
    charge: chargeId,
    created: nowSeconds(),
    currency,
    metadata,
    payment_intent,
    reason,
    status: 'succeeded',
  });

  const previousAttributes = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  addRefundedCents(charge, amount);
  account.emit('refund.created', refund, { cause });
  account.emit('charge.refunded', charge, { cause, previousAttributes });

  return refund;
}

/**
 * Fails a refund: the card's bank returns the money, for example because the card is closed.
 *
 * @throws StripeApiError if the refund is unknown or has already failed.
 */
export function failRefund(account: StripeAccount, id: string): Refund {
  const refund = account.get('refund', id);
  if (refund.status === 'failed') throw buildInvalidRequestError(`Refund ${id} has already failed.`);

  const { amount, currency } = refund;
  const transaction = addBalanceTransaction(account, { type: 'refund_failure', amount, currency, source: id });
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  refund.failure_balance_transaction = transaction.id;
  addRefundedCents(account.get('charge', refund.charge), -amount);

  account.emit('refund.updated', refund, { previousAttributes: { status: 'succeeded' } });
  account.emit('refund.failed', refund, { previousAttributes: { status: 'succeeded' } });

  return refund;
}

/**
 * Opens a dispute: the bank withdraws the unrefunded amount of a payment until the dispute closes.
 *
 * @throws StripeApiError if the payment is unknown, already disputed, or fully refunded.
 */
export function openDispute(account: StripeAccount, paymentIntentId: string): Dispute {
  const intent = getIntent(account, paymentIntentId);
  const charge = account.store.find('charge', intent.latest_charge ?? '');
  const amount = charge?.paid ? charge.amount - charge.amount_refunded : 0;
  if (!charge || amount === 0) throw buildInvalidRequestError(`Payment ${paymentIntentId} has no amount to dispute.`);
  if (charge.disputed) throw buildInvalidRequestError(`Charge ${charge.id} is already disputed.`);

  const { currency } = charge;
  const id = newId('dp');
  const line = { type: 'adjustment', amount: -amount, fee: DISPUTE_FEE_CENTS, currency, source: id } as const;
  const dispute = account.add<Dispute>({
    id,
    object: 'dispute',
    amount,
    balance_transactions: [addBalanceTransaction(account, line)],
    charge: charge.id,
    created: nowSeconds(),
    currency,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  });

  charge.disputed = true;
  account.emit('charge.dispute.created', dispute);
  account.emit('charge.dispute.funds_withdrawn', dispute);

  return dispute;
}

/**
 * Closes a dispute. If it is won, the money returns to the account.
 *
 * @throws StripeApiError if the dispute is unknown or already closed.
 */
export function closeDispute(account: StripeAccount, id: string, outcome: 'lost' | 'won'): Dispute {
  const dispute = account.get('dispute', id);
  const { status, amount, currency } = dispute;
  if (status !== 'needs_response') throw buildInvalidRequestError(`Dispute ${id} is already closed: it is ${status}.`);

  dispute.status = outcome;
  account.emit('charge.dispute.closed', dispute, { previousAttributes: { status } });
  if (outcome === 'lost') return dispute;

  dispute.balance_transactions.push(
    addBalanceTransaction(account, { type: 'adjustment', amount, currency, source: id }),
  );
  account.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}

/**
 * Returns a page of refunds or disputes, newest first. `payment_intent` or `charge` limits the list.
 *
 * @throws StripeApiError if `limit` is too large, or `starting_after` is not in the list.
 */
export function listPage(account: StripeAccount, kind: 'refund' | 'dispute', form: Form): object {
  const conditions = { payment_intent: readText(form, 'payment_intent'), charge: readText(form, 'charge') };
  const sortedObjects = [...account.store.list(kind, conditions)].toReversed();

  const limit = readPositiveInteger(form, 'limit') ?? PAGE_SIZE;
  if (limit > MAX_PAGE_SIZE) {
    const message = `This value must be less than or equal to ${MAX_PAGE_SIZE} (it currently is '${limit}').`;
    throw buildInvalidRequestError(message, { code: 'parameter_invalid_integer', param: 'limit' });
  }

  const previousId = readText(form, 'starting_after');
  // For an unknown ID, `findIndex` returns -1, so the start is 0.
  const start = previousId === undefined ? 0 : sortedObjects.findIndex(({ id }) => id === previousId) + 1;
  if (previousId !== undefined && start === 0) {
    throw buildMissingResourceError('object', previousId, { param: 'starting_after', status: 400 });
  }

  const data = sortedObjects.slice(start, start + limit);
  return { object: 'list', data, has_more: sortedObjects.length > start + limit, url: `/v1/${kind}s` };
}

/** Returns the charge of the request's `charge` or `payment_intent`. */
function requireRefundableCharge(account: StripeAccount, form: Form): Charge {
  const intentId = readText(form, 'payment_intent');
  const chargeId = readText(form, 'charge');
  if (intentId === undefined && chargeId === undefined) {
    throw buildInvalidRequestError(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }

  const intent = intentId === undefined ? undefined : account.get('payment_intent', intentId, 'payment_intent');
  const charge =
    chargeId === undefined
      ? account.store.find('charge', intent?.latest_charge ?? '')
      : account.get('charge', chargeId, 'charge');
  if (charge?.paid) return charge;
  throw buildInvalidRequestError(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  });
}

/**
 * Returns the amount to refund, in cents. Without a requested amount, this is the whole unrefunded amount.
 *
 * @throws StripeApiError if the requested amount is larger than the unrefunded amount.
 */
function computeRefundCents(
  { id, amount, amount_refunded, currency }: Charge,
  requestedCents: number | undefined,
): number {
  const unrefundedCents = amount - amount_refunded;
  if (unrefundedCents === 0) {
    throw buildInvalidRequestError(`Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (requestedCents === undefined || requestedCents <= unrefundedCents) return requestedCents ?? unrefundedCents;

  const requestedText = formatMoney(requestedCents, currency);
  const unrefundedText = formatMoney(unrefundedCents, currency);
  const message = `Refund amount (${requestedText}) is greater than unrefunded amount on charge (${unrefundedText})`;
  throw buildInvalidRequestError(message, { param: 'amount' });
}

/** Adds `cents` to the refunded amount of a charge. The amount of a failed refund is negative. */
function addRefundedCents(charge: Charge, cents: number): void {
  charge.amount_refunded += cents;
  charge.refunded = charge.amount_refunded === charge.amount;
}

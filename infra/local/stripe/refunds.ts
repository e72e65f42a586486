import { newId, nowSeconds, type StripeAccount } from './account.ts';
import { invalidRequest, missing } from './errors.ts';
import { allowOnly, type Form, metadata, oneOf, positiveInteger, text } from './form.ts';
import { addBalanceTransaction, moneyText } from './money.ts';
import type { Cause, Charge, Dispute, Refund } from './objects.ts';
import { getIntent } from './payments.ts';

const CREATE_FIELDS = ['amount', 'charge', 'metadata', 'payment_intent', 'reason'];
const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** Stripe's fee for a dispute, in cents. It is not returned: https://stripe.com/pricing */
const DISPUTE_FEE = 1500;

/** https://docs.stripe.com/api/pagination */
const PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 100;

/**
 * Refunds a payment in part, or what is left of it.
 *
 * @param cause null for an operator in the dashboard.
 * @throws StripeApiError if not that much is left, or the charge is disputed.
 */
export function createRefund(account: StripeAccount, form: Form, cause: Cause | null): Refund {
  allowOnly(form, CREATE_FIELDS);
  const charge = refundableCharge(account, form);
  const { id: chargeId, currency, payment_intent } = charge;
  const reason = oneOf(form, 'reason', REASONS) ?? null;
  const kept = metadata(form);
  if (account.store.list('dispute', { charge: chargeId }).some(({ status }) => status !== 'won')) {
    const message = `Charge ${chargeId} has been charged back; cannot issue a refund.`;
    throw invalidRequest(message, { code: 'charge_disputed' });
  }
  const amount = refundAmount(charge, positiveInteger(form, 'amount'));
  const id = newId('re');
  const refund = account.add<Refund>({
    id,
    object: 'refund',
    amount,
    balance_transaction: addBalanceTransaction(account, { type: 'refund', amount: -amount, currency, source: id }).id,
    charge: chargeId,
    created: nowSeconds(),
    currency,
    metadata: kept,
    payment_intent,
    reason,
    status: 'succeeded',
  });
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  countRefund(charge, amount);
  account.emit('refund.created', refund, { cause });
  account.emit('charge.refunded', charge, { cause, previous });
  return refund;
}

/**
 * Fails a refund: the card's bank returns the money, for example because the card is closed.
 *
 * @throws StripeApiError if the refund is unknown or has failed already.
 */
export function failRefund(account: StripeAccount, id: string): Refund {
  const refund = account.get('refund', id);
  if (refund.status === 'failed') throw invalidRequest(`Refund ${id} has already failed.`);
  const { amount, currency } = refund;
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  const line = addBalanceTransaction(account, { type: 'refund_failure', amount, currency, source: id });
  refund.failure_balance_transaction = line.id;
  countRefund(account.get('charge', refund.charge), -amount);
  account.emit('refund.updated', refund, { previous: { status: 'succeeded' } });
  account.emit('refund.failed', refund, { previous: { status: 'succeeded' } });
  return refund;
}

/**
 * Opens a dispute: the bank takes back what is left of a payment until the dispute is decided.
 *
 * @throws StripeApiError if the payment is unknown or disputed already, or nothing is left of it.
 */
export function openDispute(account: StripeAccount, paymentIntentId: string): Dispute {
  const intent = getIntent(account, paymentIntentId);
  const charge = account.store.find('charge', intent.latest_charge ?? '');
  const amount = charge?.paid ? charge.amount - charge.amount_refunded : 0;
  if (!charge || amount === 0) throw invalidRequest(`There is nothing to dispute in ${paymentIntentId}.`);
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} is disputed already.`);
  const { currency } = charge;
  const id = newId('dp');
  const line = { type: 'adjustment', amount: -amount, fee: DISPUTE_FEE, currency, source: id } as const;
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
 * Decides a dispute. The money returns if it is won.
 *
 * @throws StripeApiError if the dispute is unknown or decided already.
 */
export function closeDispute(account: StripeAccount, id: string, outcome: 'lost' | 'won'): Dispute {
  const dispute = account.get('dispute', id);
  const { status, amount, currency } = dispute;
  if (status !== 'needs_response') throw invalidRequest(`Dispute ${id} is already closed: it is ${status}.`);
  dispute.status = outcome;
  account.emit('charge.dispute.closed', dispute, { previous: { status } });
  if (outcome === 'lost') return dispute;
  dispute.balance_transactions.push(
    addBalanceTransaction(account, { type: 'adjustment', amount, currency, source: id }),
  );
  account.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}

/**
 * Returns a page of the refunds or disputes of a payment or charge, or of all, the newest first.
 *
 * @throws StripeApiError if the page is too long, or `starting_after` is not in the list.
 */
export function listPage(account: StripeAccount, kind: 'refund' | 'dispute', form: Form): object {
  const matching = { payment_intent: text(form, 'payment_intent'), charge: text(form, 'charge') };
  const newest = [...account.store.list(kind, matching)].toReversed();
  const limit = positiveInteger(form, 'limit') ?? PAGE_SIZE;
  if (limit > MAX_PAGE_SIZE) {
    const message = `This value must be less than or equal to ${MAX_PAGE_SIZE} (it currently is '${limit}').`;
    throw invalidRequest(message, { code: 'parameter_invalid_integer', param: 'limit' });
  }
  const after = text(form, 'starting_after');
  const start = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw missing('object', after, { param: 'starting_after', status: 400 });
  const data = newest.slice(start, start + limit);
  return { object: 'list', data, has_more: newest.length > start + limit, url: `/v1/${kind}s` };
}

/** Returns the charge that a request names, by itself or by its payment intent. */
function refundableCharge(account: StripeAccount, form: Form): Charge {
  const intentId = text(form, 'payment_intent');
  const chargeId = text(form, 'charge');
  if (intentId === undefined && chargeId === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const intent = intentId === undefined ? undefined : account.get('payment_intent', intentId, 'payment_intent');
  const charge =
    chargeId === undefined
      ? account.store.find('charge', intent?.latest_charge ?? '')
      : account.get('charge', chargeId, 'charge');
  if (charge?.paid) return charge;
  throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  });
}

/** @throws StripeApiError if the charge has not that much left. */
function refundAmount({ id, amount, amount_refunded, currency }: Charge, wanted: number | undefined): number {
  const left = amount - amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (wanted === undefined || wanted <= left) return wanted ?? left;
  const [wantedText, leftText] = [moneyText(wanted, currency), moneyText(left, currency)];
  throw invalidRequest(`Refund amount (${wantedText}) is greater than unrefunded amount on charge (${leftText})`, {
    param: 'amount',
  });
}

function countRefund(charge: Charge, cents: number): void {
  charge.amount_refunded += cents;
  charge.refunded = charge.amount_refunded === charge.amount;
}

import { invalidRequest, missing } from './errors.ts';
import { allowOnly, metadata, oneOf, positiveInteger, text } from './fields.ts';
import type { Form } from './form.ts';
import { newId, nowSeconds } from './ids.ts';
import { balanceTransaction, moneyText } from './money.ts';
import type { Cause, Charge, Emit, Refund } from './objects.ts';
import { own, type StripeStore } from './store.ts';

const CREATE_FIELDS = ['amount', 'charge', 'metadata', 'payment_intent', 'reason'];
const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** Money that goes back to the card it came from. */
export class Refunds {
  readonly #store: StripeStore;
  readonly #emit: Emit;

  constructor(store: StripeStore, emit: Emit) {
    this.#store = store;
    this.#emit = emit;
  }

  /**
   * @throws StripeApiError resource_missing
   */
  get(id: string): Refund {
    const refund = own(this.#store.account.refunds, id);
    if (!refund) throw missing('refund', id, { param: 'refund' });
    return refund;
  }

  /** Those of a payment or a charge, or all, the oldest first. */
  list(form: Form): Refund[] {
    const intent = text(form, 'payment_intent');
    const charge = text(form, 'charge');
    return Object.values(this.#store.account.refunds).filter(
      (refund) =>
        (intent === undefined || refund.payment_intent === intent) &&
        (charge === undefined || refund.charge === charge),
    );
  }

  /**
   * @param cause null for an operator, who asks in the dashboard.
   * @throws StripeApiError when there is not that much left to give back.
   */
  create(form: Form, cause: Cause | null): Refund {
    allowOnly(form, CREATE_FIELDS);
    const charge = this.#chargeOf(form);
    const reason = oneOf(form, 'reason', REASONS) ?? null;
    const kept = metadata(form);
    if (this.#isTakenBack(charge)) {
      const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
      throw invalidRequest(message, { code: 'charge_disputed' });
    }
    const amount = amountOf(charge, positiveInteger(form, 'amount'));
    const refund = refundOf(charge, { amount, reason, metadata: kept });
    const { currency } = charge;
    const line = balanceTransaction({ type: 'refund', amount: -amount, fee: 0, currency, source: refund.id });
    this.#store.account.balanceTransactions[line.id] = line;
    refund.balance_transaction = line.id;
    this.#store.account.refunds[refund.id] = refund;
    const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
    count(charge, amount);
    this.#emit('refund.created', refund, { cause });
    this.#emit('charge.refunded', charge, { cause, previous });
    return refund;
  }

  /**
   * The bank sends the money of a refund back: the card is closed, for instance. It is the account's again.
   *
   * @throws StripeApiError for a refund that has failed already.
   */
  fail(id: string): Refund {
    const refund = this.get(id);
    if (refund.status === 'failed') throw invalidRequest(`Refund ${id} has already failed.`);
    const { amount, currency } = refund;
    const line = balanceTransaction({ type: 'refund_failure', amount, fee: 0, currency, source: id });
    this.#store.account.balanceTransactions[line.id] = line;
    refund.status = 'failed';
    refund.failure_reason = 'expired_or_canceled_card';
    refund.failure_balance_transaction = line.id;
    const charge = this.#store.account.charges[refund.charge];
    if (charge) count(charge, -amount);
    this.#emit('refund.updated', refund, { previous: { status: 'succeeded' } });
    this.#emit('refund.failed', refund, { previous: { status: 'succeeded' } });
    return refund;
  }

  #isTakenBack({ id }: Charge): boolean {
    return Object.values(this.#store.account.disputes).some(({ charge, status }) => charge === id && status !== 'won');
  }

  #chargeOf(form: Form): Charge {
    const { charges, intents } = this.#store.account;
    const intentId = text(form, 'payment_intent');
    const chargeId = text(form, 'charge');
    if (intentId === undefined && chargeId === undefined) {
      throw invalidRequest(
        'One of the following params should be provided for this request: payment_intent or charge.',
      );
    }
    const intent = intentId === undefined ? undefined : own(intents, intentId);
    if (intentId !== undefined && !intent) {
      throw missing('payment_intent', intentId, { param: 'payment_intent', status: 400 });
    }
    const charge = own(charges, chargeId ?? intent?.latest_charge ?? '');
    if (chargeId !== undefined && !charge) throw missing('charge', chargeId, { param: 'charge', status: 400 });
    if (!charge?.paid) {
      throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
        param: 'payment_intent',
      });
    }
    return charge;
  }
}

/** @throws StripeApiError when the charge has not that much left. */
function amountOf(charge: Charge, wanted: number | undefined): number {
  const { id, amount, amount_refunded, currency } = charge;
  const left = amount - amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (wanted === undefined || wanted <= left) return wanted ?? left;
  const asked = moneyText(wanted, currency);
  throw invalidRequest(
    `Refund amount (${asked}) is greater than unrefunded amount on charge (${moneyText(left, currency)})`,
    { param: 'amount' },
  );
}

function count(charge: Charge, cents: number): void {
  charge.amount_refunded += cents;
  charge.refunded = charge.amount_refunded === charge.amount;
}

function refundOf(charge: Charge, own: Pick<Refund, 'amount' | 'reason' | 'metadata'>): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    ...own,
    balance_transaction: null,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}

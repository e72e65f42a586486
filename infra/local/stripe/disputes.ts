import { invalidRequest, missing } from './errors.ts';
import { text } from './fields.ts';
import type { Form } from './form.ts';
import { newId, nowSeconds } from './ids.ts';
import { noSuchIntent } from './intents.ts';
import { balanceTransaction } from './money.ts';
import type { BalanceTransaction, Charge, Dispute, Emit } from './objects.ts';
import { own, type StripeStore } from './store.ts';

/** What Stripe asks for a dispute, in cents, and gives back to nobody: https://stripe.com/pricing */
const FEE = 1500;

/** How long there is to answer a dispute, in seconds. */
const ANSWER_WITHIN = 7 * 86_400;

const EVIDENCE = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
} as const satisfies Dispute['evidence'];

/** Money that a card's bank takes back, because its customer says that the payment was none of theirs. */
export class Disputes {
  readonly #store: StripeStore;
  readonly #emit: Emit;

  constructor(store: StripeStore, emit: Emit) {
    this.#store = store;
    this.#emit = emit;
  }

  /**
   * @throws StripeApiError resource_missing
   */
  get(id: string): Dispute {
    const dispute = own(this.#store.account.disputes, id);
    if (!dispute) throw missing('dispute', id, { param: 'dispute' });
    return dispute;
  }

  /** Those of a payment or a charge, or all, the oldest first. */
  list(form: Form): Dispute[] {
    const intent = text(form, 'payment_intent');
    const charge = text(form, 'charge');
    return Object.values(this.#store.account.disputes).filter(
      (dispute) =>
        (intent === undefined || dispute.payment_intent === intent) &&
        (charge === undefined || dispute.charge === charge),
    );
  }

  /**
   * The bank takes back what is left of a payment, until the dispute is decided.
   *
   * @throws StripeApiError when there is no such payment, or nothing left of it, or a dispute already.
   */
  open(paymentIntentId: string): Dispute {
    const { charges, disputes, intents, balanceTransactions } = this.#store.account;
    const intent = own(intents, paymentIntentId);
    if (!intent) throw noSuchIntent(paymentIntentId);
    const charge = charges[intent.latest_charge ?? ''];
    const left = charge?.paid ? charge.amount - charge.amount_refunded : 0;
    if (!charge || left === 0) throw invalidRequest(`There is nothing to dispute in ${paymentIntentId}.`);
    if (charge.disputed) throw invalidRequest(`Charge ${charge.id} is disputed already.`);
    const { currency } = charge;
    const id = newId('dp');
    const line = balanceTransaction({ type: 'adjustment', amount: -left, fee: FEE, currency, source: id });
    const dispute = disputeOf(charge, line);
    balanceTransactions[line.id] = line;
    disputes[id] = dispute;
    charge.disputed = true;
    this.#emit('charge.dispute.created', dispute);
    this.#emit('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }

  /**
   * Decides a dispute: when it is won, the money comes back.
   *
   * @throws StripeApiError for one that is decided already.
   */
  close(id: string, outcome: 'lost' | 'won'): Dispute {
    const dispute = this.get(id);
    const { status, amount, currency } = dispute;
    if (status !== 'needs_response') throw invalidRequest(`Dispute ${id} is already closed: it is ${status}.`);
    dispute.status = outcome;
    this.#emit('charge.dispute.closed', dispute, { previous: { status } });
    if (outcome === 'lost') return dispute;
    const line = balanceTransaction({ type: 'adjustment', amount, fee: 0, currency, source: id });
    this.#store.account.balanceTransactions[line.id] = line;
    dispute.balance_transactions.push(line);
    this.#emit('charge.dispute.funds_reinstated', dispute);
    return dispute;
  }
}

function disputeOf(charge: Charge, withdrawn: BalanceTransaction): Dispute {
  const created = nowSeconds();
  const brand = charge.payment_method_details?.card?.brand ?? 'unknown';
  return {
    id: withdrawn.source,
    object: 'dispute',
    amount: -withdrawn.amount,
    balance_transactions: [withdrawn],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: EVIDENCE,
    evidence_details: {
      due_by: created + ANSWER_WITHIN,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand,
        case_type: 'chargeback',
        network: brand,
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  };
}

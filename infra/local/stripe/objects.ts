/**
 * The objects of the local Stripe, with the fields that our server and Stripe.js read: https://docs.stripe.com/api
 *
 * Amounts are in cents. Fields without `readonly` change after creation.
 */
export interface StripeObjects {
  payment_intent: Intent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  payment_method: PaymentMethod;
  balance_transaction: BalanceTransaction;
}

interface BaseObject<Kind extends keyof StripeObjects> {
  readonly id: string;
  readonly object: Kind;
  /** The time of creation in seconds since 1970. */
  readonly created: number;
}

type Metadata = Readonly<Record<string, string>>;

/** One payment. Each attempt to charge a card adds a charge. */
export interface Intent extends BaseObject<'payment_intent'> {
  readonly amount: number;
  readonly currency: string;
  readonly client_secret: string;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly livemode: false;
  readonly automatic_payment_methods: { readonly enabled: true; readonly allow_redirects: string } | null;
  readonly payment_method_types: readonly ['card'];
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
  amount_received: number;
  canceled_at: number | null;
  cancellation_reason: string | null;
  last_payment_error: object | null;
  latest_charge: string | null;
  next_action: object | null;
  payment_method: string | null;
  receipt_email: string | null;
}

/** One attempt to charge a card. A declined attempt has the status `failed`. */
export interface Charge extends BaseObject<'charge'> {
  readonly amount: number;
  readonly currency: string;
  readonly billing_details: PaymentMethod['billing_details'];
  readonly description: string | null;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly paid: boolean;
  readonly payment_intent: string;
  readonly payment_method: string;
  readonly payment_method_details: object;
  readonly receipt_email: string | null;
  readonly status: 'succeeded' | 'failed';
  amount_refunded: number;
  balance_transaction: string | null;
  disputed: boolean;
  refunded: boolean;
}

/** Money that went back to a card. It fails if the card's bank returns the money. */
export interface Refund extends BaseObject<'refund'> {
  readonly amount: number;
  readonly currency: string;
  readonly balance_transaction: string;
  readonly charge: string;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  readonly reason: string | null;
  status: 'succeeded' | 'failed';
  failure_reason?: string;
  failure_balance_transaction?: string;
}

/** A cardholder's complaint to the bank, which withdraws the money until the dispute closes. */
export interface Dispute extends BaseObject<'dispute'> {
  readonly amount: number;
  readonly currency: string;
  readonly balance_transactions: BalanceTransaction[];
  readonly charge: string;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  readonly reason: 'fraudulent';
  status: 'needs_response' | 'lost' | 'won';
}

/** A card with its billing details. The number itself isn't stored. */
export interface PaymentMethod extends BaseObject<'payment_method'> {
  readonly billing_details: {
    readonly address: Readonly<Record<string, string | null>>;
    readonly email: string | null;
    readonly name: string | null;
    readonly phone: string | null;
  };
  readonly card: {
    readonly brand: string;
    readonly exp_month: number;
    readonly exp_year: number;
    readonly funding: 'credit';
    readonly last4: string;
  };
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly type: 'card';
}

/** A change of the account's balance. Debits are negative. */
export interface BalanceTransaction extends BaseObject<'balance_transaction'> {
  readonly amount: number;
  readonly currency: string;
  readonly fee: number;
  /** The amount minus the fee. */
  readonly net: number;
  /** The ID of the charge, refund, or dispute. */
  readonly source: string;
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
}

/** The API request that caused an event. Events that a bank causes, such as disputes, have none. */
export interface Cause {
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

import type Stripe from 'stripe';
import type { CardBehaviour } from './test-cards.ts';

/** Stripe's own types of what its API answers, with ids where Stripe may expand what is referred to. */
export type Intent = Stripe.PaymentIntent & {
  client_secret: string;
  latest_charge: string | null;
  payment_method: string | null;
};

export type Charge = Stripe.Charge & {
  balance_transaction: string | null;
  payment_intent: string;
  payment_method: string;
};

export type Refund = Stripe.Refund & {
  charge: string;
  payment_intent: string;
  status: 'succeeded' | 'failed';
};

export type Dispute = Stripe.Dispute & {
  charge: string;
  payment_intent: string;
  status: 'needs_response' | 'lost' | 'won';
};

export type BalanceTransaction = Stripe.BalanceTransaction & { source: string };

/** A payment method, with what only this stand-in knows of its card. */
export interface StoredMethod {
  readonly method: Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card };
  readonly behaviour: CardBehaviour;
}

/** What an event is about. */
export type EventObject = Intent | Charge | Refund | Dispute;

/** The request that made a thing happen. Null for what nobody asked for, such as a dispute. */
export interface Cause {
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

/** Makes something known to the webhook. */
export type Emit = (
  type: string,
  object: EventObject,
  more?: { readonly cause?: Cause | null; readonly previous?: Readonly<Record<string, unknown>> },
) => void;

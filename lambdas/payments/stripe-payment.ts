import type Stripe from 'stripe';
import { toPurchaseSteps } from '../../shared/rules/prices.ts';
import type { ProviderPayment, Reversal } from './provider-payment.ts';
import { callStripe, isStripeError } from './stripe-client.ts';

/** Maximum number of refunds and of disputes that are read per payment: Stripe's page limit. */
const MAX_REVERSALS = 100;

/**
 * Reads the current state of a PaymentIntent, with its refunds and lost disputes.
 *
 * @returns undefined if the intent is not paid or doesn't exist
 * @throws PaymentsUnavailable if Stripe can't be reached
 */
export async function readStripePayment(stripe: Stripe, intentId: string): Promise<ProviderPayment | undefined> {
  const query = { payment_intent: intentId, limit: MAX_REVERSALS };
  const results = await callStripe(
    Promise.all([stripe.paymentIntents.retrieve(intentId), stripe.refunds.list(query), stripe.disputes.list(query)]),
  ).catch((error: unknown) => {
    if (isStripeError(error, 'StripeInvalidRequestError') && error.code === 'resource_missing') return undefined;
    throw error;
  });
  if (!results) return undefined;

  const [intent, refunds, disputes] = results;
  if (intent.status !== 'succeeded') return undefined;

  const { uid, depth, packageName = '' } = intent.metadata;
  return {
    provider: 'stripe',
    paymentId: intent.id,
    userId: uid || undefined,
    steps: toPurchaseSteps(Number(depth)),
    packageName,
    cents: intent.amount_received,
    currency: intent.currency,
    // Stripe lists refunds and disputes newest first.
    reversals: [...refunds.data.toReversed().flatMap(toRefunds), ...disputes.data.toReversed().flatMap(toDisputes)],
  };
}

/** Converts a refund. Returns an empty list while the refund is pending. */
function toRefunds({ id, amount: cents, status }: Stripe.Refund): Reversal[] {
  if (status === 'succeeded') return [{ source: 'refund', id, cents, state: 'taken' }];
  if (status === 'failed' || status === 'canceled') return [{ source: 'refund', id, cents, state: 'returned' }];
  return [];
}

/**
 * Converts a dispute. Returns an empty list while the dispute is open.
 *
 * A lost dispute can still be won: the cardholder's bank can accept a withdrawal after the decision.
 */
function toDisputes({ id, amount: cents, status }: Stripe.Dispute): Reversal[] {
  if (status === 'lost') return [{ source: 'dispute', id, cents, state: 'taken' }];
  if (status === 'won') return [{ source: 'dispute', id, cents, state: 'returned' }];
  return [];
}

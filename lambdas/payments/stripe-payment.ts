import Stripe from 'stripe';
import { purchaseSteps } from '../../shared/depth/prices.ts';
import type { ProviderPayment, Taking } from './provider-payment.ts';
import { asking } from './stripe-client.ts';

/** Refunds and disputes of one payment that are looked at: Stripe's own limit for a page. */
const MAX_TAKINGS = 100;

/**
 * A PaymentIntent as Stripe has it by now, with its refunds and lost disputes.
 *
 * @returns undefined when nothing has been paid, or the account has no such PaymentIntent
 * @throws PaymentsUnavailable when Stripe cannot be reached
 */
export async function readStripePayment(stripe: Stripe, intentId: string): Promise<ProviderPayment | undefined> {
  const ofIntent = { payment_intent: intentId, limit: MAX_TAKINGS };
  const found = await asking(
    Promise.all([
      stripe.paymentIntents.retrieve(intentId),
      stripe.refunds.list(ofIntent),
      stripe.disputes.list(ofIntent),
    ]),
  ).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined;
    throw error;
  });
  if (found?.[0].status !== 'succeeded') return undefined;
  const [intent, refunds, disputes] = found;
  const { uid, depth, packageName = '' } = intent.metadata;
  return {
    provider: 'stripe',
    paymentId: intent.id,
    userId: uid || undefined,
    steps: purchaseSteps(Number(depth)),
    packageName,
    cents: intent.amount_received,
    currency: intent.currency,
    // Stripe lists the newest first.
    takings: [...refunds.data.toReversed().flatMap(refundOf), ...disputes.data.toReversed().flatMap(disputeOf)],
  };
}

function refundOf({ id, amount: cents, status }: Stripe.Refund): Taking[] {
  if (status === 'succeeded') return [{ source: 'refund', id, cents, state: 'taken' }];
  if (status === 'failed' || status === 'canceled') return [{ source: 'refund', id, cents, state: 'returned' }];
  return [];
}

function disputeOf({ id, amount: cents, status }: Stripe.Dispute): Taking[] {
  return status === 'lost' ? [{ source: 'dispute', id, cents, state: 'taken' }] : [];
}

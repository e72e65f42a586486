import type Stripe from 'stripe';
import type { SignedRequest } from '../http/signed-request.ts';
import { InvalidSignature } from './errors.ts';
import { settlePayment } from './settle-payment.ts';
import { stripeAccess } from './stripe-client.ts';
import { readStripePayment } from './stripe-payment.ts';

/** Events that tell of money which has moved. */
const OF_MONEY = /^(payment_intent\.succeeded|charge\.refunded|refund\.|charge\.refund\.|charge\.dispute\.)/;

/**
 * Takes an event of Stripe's webhook. What it says is a hint which payment to look at: the ledger is brought in line
 * with what Stripe answers of that payment now, so that events may come twice, late and in any order.
 *
 * @throws InvalidSignature when Stripe has not signed exactly this body, or more than five minutes ago
 * @throws PaymentsUnavailable when Stripe cannot be asked; it sends the event again
 */
export async function receiveStripeEvent({ body, headers }: SignedRequest): Promise<Record<string, never>> {
  const { stripe, webhookSecret } = await stripeAccess();
  const event = verified(() => stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', webhookSecret));
  if (!OF_MONEY.test(event.type)) return {};
  const intentId = intentOf(event);
  const payment = intentId && (await readStripePayment(stripe, intentId));
  if (payment) await settlePayment(payment);
  return {};
}

function verified(verify: () => Stripe.Event): Stripe.Event {
  try {
    return verify();
  } catch {
    throw new InvalidSignature();
  }
}

/** The PaymentIntent that an event is about. */
function intentOf(event: Stripe.Event): string | undefined {
  const about = event.data.object as { object: string; id: string; payment_intent?: string | { id: string } | null };
  if (about.object === 'payment_intent') return about.id;
  const { payment_intent: intent } = about;
  return typeof intent === 'string' ? intent : intent?.id;
}

import type Stripe from 'stripe';
import type { SignedRequest } from '../http/signed-request.ts';
import { InvalidSignature } from './errors.ts';
import { settlePayment } from './settle-payment.ts';
import { stripeAccess } from './stripe-client.ts';
import { readStripePayment } from './stripe-payment.ts';

/** Events that can change the state of a payment. */
const MONEY_EVENTS = /^(payment_intent\.succeeded|charge\.refunded|refund\.|charge\.refund\.|charge\.dispute\.)/;

/**
 * Handles an event of Stripe's webhook. The event only identifies the payment; the ledger follows the payment's current
 * state at Stripe. So events may arrive twice, late, and in any order.
 *
 * @throws InvalidSignature if the signature doesn't match the body or is older than five minutes
 * @throws PaymentsUnavailable if Stripe can't be reached; Stripe then sends the event again
 */
export async function receiveStripeEvent({ body, headers }: SignedRequest): Promise<Record<string, never>> {
  const { stripe, webhookSecret } = await stripeAccess();
  const event = verifySignature(() =>
    stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', webhookSecret),
  );
  if (!MONEY_EVENTS.test(event.type)) return {};
  const intentId = findIntentId(event);
  if (!intentId) return {};
  const read = () => readStripePayment(stripe, intentId);
  const payment = await read();
  if (payment) await settlePayment(payment, read);
  return {};
}

function verifySignature(verify: () => Stripe.Event): Stripe.Event {
  try {
    return verify();
  } catch {
    throw new InvalidSignature();
  }
}

/** Returns the ID of an event's PaymentIntent, if it has one. */
function findIntentId(event: Stripe.Event): string | undefined {
  const object = event.data.object as { object: string; id: string; payment_intent?: string | { id: string } | null };
  if (object.object === 'payment_intent') return object.id;
  const { payment_intent: intent } = object;
  return typeof intent === 'string' ? intent : intent?.id;
}

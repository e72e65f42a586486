import * as z from 'zod';
import type { SignedRequest } from '../http/signed-request.ts';
import { InvalidSignature } from './errors.ts';
import { parseEvent } from './provider-event.ts';
import { settlePayment } from './settle-payment.ts';
import { loadStripeAccess } from './stripe-client.ts';
import { readStripePayment } from './stripe-payment.ts';

/** Events that can change the state of a payment. */
const MONEY_EVENTS = /^(payment_intent\.succeeded|charge\.refunded|refund\.|charge\.refund\.|charge\.dispute\.)/;

/** An intent's ID. It becomes part of a URL, so it must not contain a slash. */
const intentIdSchema = z.string().regex(/^pi_[\w-]{1,250}$/);

/** The part of an event that states its type. */
const envelopeSchema = z.object({ type: z.string() });

/** A PaymentIntent. Parses to its ID. */
const intentSchema = z.object({ object: z.literal('payment_intent'), id: intentIdSchema }).transform(({ id }) => id);

/**
 * An object that belongs to a PaymentIntent, such as a refund. Parses to the intent's ID, which Stripe sends alone or
 * with the whole intent. Charges of other products have no intent.
 */
const dependentObjectSchema = z
  .object({
    object: z.string().regex(/^(?!payment_intent$)/),
    payment_intent: z.union([intentIdSchema, z.object({ id: intentIdSchema }).transform(({ id }) => id)]).nullish(),
  })
  .transform(({ payment_intent }) => payment_intent);

/** The part of an event of {@link MONEY_EVENTS} that identifies its PaymentIntent. Parses the object to the ID. */
const moneyEventSchema = z.object({ data: z.object({ object: z.union([intentSchema, dependentObjectSchema]) }) });

/**
 * Handles an event of Stripe's webhook. The event only identifies the payment; the ledger follows the payment's current
 * state at Stripe. So events may arrive twice, late, and in any order.
 *
 * @throws InvalidSignature if the signature doesn't match the body or is older than five minutes
 * @throws InvalidEvent if the content is not an event
 * @throws PaymentsUnavailable if Stripe can't be reached; Stripe then sends the event again
 */
export async function receiveStripeEvent({ body, headers }: SignedRequest): Promise<Record<string, never>> {
  const { stripe, webhookSecret } = await loadStripeAccess();
  const event: unknown = verifySignature(() =>
    stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', webhookSecret),
  );

  if (!MONEY_EVENTS.test(parseEvent(envelopeSchema, event).type)) return {};

  const intentId = parseEvent(moneyEventSchema, event).data.object;
  if (!intentId) return {};

  const readPayment = () => readStripePayment(stripe, intentId);
  const payment = await readPayment();
  if (payment) await settlePayment(payment, readPayment);
  return {};
}

/** Returns the event that `verify` returns. Maps every error to {@link InvalidSignature}. */
function verifySignature<T>(verify: () => T): T {
  try {
    return verify();
  } catch {
    throw new InvalidSignature();
  }
}

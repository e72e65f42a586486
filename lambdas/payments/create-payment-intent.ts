import Stripe from 'stripe';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { payments } from '../../shared/contract/payments.ts';
import { metresOf } from '../../shared/depth/prices.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { Conflict } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { offerOf } from './offer.ts';
import { asking, stripeAccess } from './stripe-client.ts';

/**
 * Begins a card payment: a PaymentIntent that says for whom and for how much depth it is. Only the webhook credits it.
 *
 * @throws PriceMismatch, BelowMinimum when the amount is not the price, or too little for Stripe
 * @throws Conflict when the idempotency key was used for another purchase
 * @throws PaymentsUnavailable when Stripe cannot be reached
 */
export async function startCardPayment(
  caller: Caller,
  { amount, depth, packageName, idempotencyKey }: Input<typeof payments.createPaymentIntent>,
): Promise<Response<typeof payments.createPaymentIntent>> {
  const offer = offerOf('stripe', { depth, cents: amount, packageName });
  const { userId } = await ensureProfile(caller);
  const { stripe } = await stripeAccess();
  try {
    const intent = await asking(
      stripe.paymentIntents.create(
        {
          amount: offer.cents,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          description: offer.packageName,
          metadata: { uid: userId, depth: String(metresOf(offer.steps)), packageName: offer.packageName },
        },
        // A key is its member's own: another's request with the same key is another purchase.
        idempotencyKey === undefined ? {} : { idempotencyKey: `${userId}:${idempotencyKey}` },
      ),
    );
    return { clientSecret: intent.client_secret!, paymentIntentId: intent.id };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError) {
      throw new Conflict('This idempotency key was used for another purchase.');
    }
    throw error;
  }
}

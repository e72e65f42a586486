import { ulid } from 'ulid';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { payments } from '../../shared/contract/payments.ts';
import { stepsToMetres } from '../../shared/rules/prices.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { Conflict } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { countUsesOnce } from '../table/conduct.ts';
import { createOffer } from './offer.ts';
import { callStripe, isStripeError, loadStripeAccess } from './stripe-client.ts';

/**
 * Creates a PaymentIntent, whose metadata names the member and the purchased depth. Only the webhook credits the depth.
 *
 * @throws PriceMismatch if the amount is not the price
 * @throws BelowMinimum if the price is below Stripe's minimum
 * @throws Conflict if the idempotency key was used for another purchase
 * @throws LimitReached if the caller has started too many payments this hour
 * @throws PaymentsUnavailable if Stripe can't be reached
 */
export async function createPaymentIntent(
  caller: Caller,
  { amount, depth, packageName, idempotencyKey }: Input<typeof payments.createPaymentIntent>,
): Promise<Response<typeof payments.createPaymentIntent>> {
  const offer = createOffer('stripe', { depth, cents: amount, packageName });
  const profile = await ensureProfile(caller);
  const { userId } = profile;

  // A repeated key is the same purchase, so it counts once. Without a key, each call is a new purchase. No one reads
  // the ID that is stored under the key.
  const useKey = { userId, kind: 'PAYMENT', key: `stripe:${idempotencyKey ?? ulid()}` } as const;
  await countUsesOnce(profile, { payments: 1 }, useKey, ulid());

  // Stripe returns the first intent for a repeated key, and rejects a repeated key with other details. Keys are per
  // member, so two members may use the same key.
  const stripeOptions = idempotencyKey === undefined ? {} : { idempotencyKey: `${userId}:${idempotencyKey}` };
  const { stripe } = await loadStripeAccess();

  try {
    const intent = await callStripe(
      stripe.paymentIntents.create(
        {
          amount: offer.cents,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          description: offer.packageName,
          metadata: { uid: userId, depth: String(stepsToMetres(offer.steps)), packageName: offer.packageName },
        },
        stripeOptions,
      ),
    );
    return { clientSecret: intent.client_secret!, paymentIntentId: intent.id };
  } catch (error) {
    if (isStripeError(error, 'StripeIdempotencyError')) throw new Conflict('purchase');
    throw error;
  }
}

import type { PaymentIntent } from '@stripe/stripe-js';
import { ApiError } from '../../../platform/api/api-error.ts';
import { IntentRefused, StripeRefusal, statedBy } from '../purchase/problem.ts';
import { texts } from '../texts.ts';

/** What Stripe.js answers when it was to confirm a payment, as far as it matters here. */
export interface Confirmation {
  readonly paymentIntent?: Pick<PaymentIntent, 'status'>;
  readonly error?: { readonly message?: string; readonly payment_intent?: Pick<PaymentIntent, 'status'> };
}

/** What a card payment needs from around it. */
export interface CardMeans {
  /** Begins the payment on the server. */
  readonly createIntent: () => Promise<{ readonly clientSecret?: string }>;
  /** Has Stripe take the money; it asks the member whatever the bank wants to know. */
  readonly confirm: (clientSecret: string) => Promise<Confirmation>;
}

/**
 * Pays by card. Repeated with the same intent after a lost answer, it finds the money taken, and takes it no second time.
 *
 * @returns 'pending' when the bank takes its time; what is paid is credited by the webhook alone
 * @throws IntentRefused when the server begins no payment
 * @throws StripeRefusal when Stripe does not take the money
 * @throws ApiError when the server cannot be reached, or nobody is signed in
 */
export async function payByCard({ createIntent, confirm }: CardMeans): Promise<'succeeded' | 'pending'> {
  const secret = await clientSecret(createIntent);
  const { paymentIntent, error } = await confirm(secret);
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  if (status === 'succeeded') return 'succeeded';
  if (status === 'processing') return 'pending';
  throw new StripeRefusal(error?.message || texts.notCompleted, status === 'canceled');
}

async function clientSecret(createIntent: CardMeans['createIntent']): Promise<string> {
  try {
    const { clientSecret } = await createIntent();
    if (!clientSecret) throw new IntentRefused(undefined);
    return clientSecret;
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.status !== 0 && error.code !== 'Unauthenticated';
    throw isAnswer ? new IntentRefused(statedBy(error), { cause: error }) : error;
  }
}

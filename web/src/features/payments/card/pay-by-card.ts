import type { PaymentIntent } from '@stripe/stripe-js';
import { ApiError } from '../../../platform/api/api-error.ts';
import { CreateIntentError, StripePaymentError, serverText } from '../purchase/payment-errors.ts';
import { texts } from './texts.ts';

/** The used fields of the result of Stripe's `confirmCardPayment`. */
export interface Confirmation {
  readonly paymentIntent?: Pick<PaymentIntent, 'status'>;
  readonly error?: { readonly message?: string; readonly payment_intent?: Pick<PaymentIntent, 'status'> };
}

export interface CardPaymentDependencies {
  /** Creates the PaymentIntent on the server. */
  readonly createIntent: () => Promise<{ readonly clientSecret?: string }>;
  /** Confirms the payment at Stripe, including 3-D Secure. */
  readonly confirm: (clientSecret: string) => Promise<Confirmation>;
}

/**
 * Pays by card. Only the webhook credits the payment. A repeated call with the same PaymentIntent never charges twice.
 *
 * @returns 'pending' if the bank is still processing the payment
 * @throws CreateIntentError if the server doesn't create a PaymentIntent
 * @throws StripePaymentError if Stripe declines the payment
 * @throws ApiError if the server can't be reached or the session has ended
 */
export async function payByCard({ createIntent, confirm }: CardPaymentDependencies): Promise<'succeeded' | 'pending'> {
  const secret = await requestClientSecret(createIntent);
  const { paymentIntent, error } = await confirm(secret);

  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  if (status === 'succeeded') return 'succeeded';
  if (status === 'processing') return 'pending';
  throw new StripePaymentError(error?.message || texts.notCompleted, { isFinal: status === 'canceled' });
}

/** Creates a PaymentIntent, and returns the secret that confirms it. */
async function requestClientSecret(createIntent: CardPaymentDependencies['createIntent']): Promise<string> {
  let clientSecret: string | undefined;

  try {
    ({ clientSecret } = await createIntent());
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status !== 0 && error.code !== 'Unauthenticated';
    throw isRefusal ? new CreateIntentError(serverText(error), { cause: error }) : error;
  }

  if (!clientSecret) throw new CreateIntentError(undefined);
  return clientSecret;
}

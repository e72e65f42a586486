import type Stripe from 'stripe';
import * as z from 'zod';
import { loadSecret } from '../platform/secret.ts';
import { PaymentsUnavailable, ProviderNotSetUp } from './errors.ts';
import { parseKeys } from './provider-keys.ts';

/** Timeout of one call, in milliseconds. */
const TIMEOUT_MS = 8000;

/** The keys of one stage, as JSON in its secret. */
const keysSchema = z.object({ secretKey: z.string().min(1), webhookSecret: z.string().min(1) });

/** Types of errors after which the same call can succeed later. Includes wrong keys, which an operator corrects. */
const TRANSIENT_TYPES = [
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
];

/** The client of this function instance, by its secret key. A rotated key replaces the client. */
const clients = new Map<string, Stripe>();

/**
 * Returns the Stripe client and the signing secret of the webhook.
 *
 * @throws PaymentsUnavailable if the stage's keys are not set up
 */
export async function loadStripeAccess(): Promise<{ stripe: Stripe; webhookSecret: string }> {
  const storedKeys = parseKeys(await loadSecret('STRIPE_SECRET_ARN'), keysSchema);
  if (!storedKeys) throw new ProviderNotSetUp('stripe');

  const { secretKey, webhookSecret } = storedKeys;
  let stripe = clients.get(secretKey);
  if (!stripe) {
    // Imported on demand, because a rejected request doesn't need the package of 250 KB.
    const { default: Stripe } = await import('stripe');
    stripe = new Stripe(secretKey, {
      ...readStripeAddress(),
      timeout: TIMEOUT_MS,
      // The page or the provider repeats the call.
      maxNetworkRetries: 0,
      telemetry: false,
    });

    clients.clear();
    clients.set(secretKey, stripe);
  }

  return { stripe, webhookSecret };
}

/** Returns the address of a local Stripe, if `STRIPE_API_URL` names one. */
function readStripeAddress(): Stripe.StripeConfig {
  if (!process.env.STRIPE_API_URL) return {};
  const { hostname, port, protocol } = new URL(process.env.STRIPE_API_URL);
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' };
}

/**
 * Awaits a call to Stripe and maps its errors.
 *
 * @throws PaymentsUnavailable if Stripe can't be reached, is busy or fails; otherwise the error of the call
 */
export async function callStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (TRANSIENT_TYPES.some((type) => isStripeError(error, type))) throw new PaymentsUnavailable({ cause: error });
    throw error;
  }
}

/**
 * Returns whether an error is of this class of Stripe's package. Compares names, because `instanceof` would load the
 * package.
 *
 * @param type - the error's `type`, such as `StripeAPIError`
 */
export function isStripeError(error: unknown, type: string): error is Stripe.errors.StripeError {
  return error instanceof Error && (error as Stripe.errors.StripeError).type === type;
}

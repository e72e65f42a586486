import Stripe from 'stripe';
import * as z from 'zod';
import { secret } from '../platform/secret.ts';
import { PaymentsUnavailable } from './errors.ts';
import { keysFrom } from './provider-keys.ts';

/** Milliseconds that one call may take; it is tried once more when it fails. */
const TIMEOUT_MS = 8000;

const keys = z.object({ secretKey: z.string().min(1), webhookSecret: z.string().min(1) });

const clients = new Map<string, Stripe>();

/**
 * Stripe's own client, and the secret that its events are signed with.
 *
 * @throws PaymentsUnavailable when the stage's keys are not set up
 */
export async function stripeAccess(): Promise<{ stripe: Stripe; webhookSecret: string }> {
  const data = keysFrom(await secret('STRIPE_SECRET_ARN'), keys);
  if (!data) throw new PaymentsUnavailable('Card payments are not set up here.');
  let stripe = clients.get(data.secretKey);
  if (!stripe) {
    stripe = new Stripe(data.secretKey, { ...address(), timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false });
    clients.clear();
    clients.set(data.secretKey, stripe);
  }
  return { stripe, webhookSecret: data.webhookSecret };
}

/** Where Stripe is, when it is somewhere else: as the SDK's standard variables say of AWS. */
function address(): Stripe.StripeConfig {
  if (!process.env.STRIPE_API_URL) return {};
  const { hostname, port, protocol } = new URL(process.env.STRIPE_API_URL);
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' };
}

/**
 * Answers what a call to Stripe answers.
 *
 * @throws PaymentsUnavailable when Stripe cannot be reached, is busy or fails; other errors as they are
 */
export async function asking<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeAuthenticationError } = Stripe.errors;
    const passing = [StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeAuthenticationError];
    if (passing.some((kind) => error instanceof kind)) throw new PaymentsUnavailable(undefined, { cause: error });
    throw error;
  }
}

import { ApiError } from '../../../platform/api/api-error.ts';
import { texts } from './texts.ts';

/** An error as shown to the member. */
export interface PaymentProblem {
  readonly text: string;
  /** The server's explanation, if any. */
  readonly detail?: string | undefined;
}

/** Stripe.js is still loading, or failed to load. */
export class StripeNotLoadedError extends Error {
  override readonly name = 'StripeNotLoadedError';
  constructor(options?: ErrorOptions) {
    super(texts.stripeMissing, options);
  }
}

/** The server responded without creating a PaymentIntent. */
export class CreateIntentError extends Error {
  override readonly name = 'CreateIntentError';
  /** The server's error text, if any. */
  readonly detail: string | undefined;

  constructor(detail: string | undefined, options?: ErrorOptions) {
    super(texts.intentFailed, options);
    this.detail = detail;
  }
}

/** Stripe declined the payment. The message is Stripe's text for the customer. */
export class StripePaymentError extends Error {
  override readonly name = 'StripePaymentError';
  /** Whether the PaymentIntent can't be used again. A retry must then create a new one. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Returns the problem to show after a failed card payment. */
export function describeCardError(error: unknown): PaymentProblem {
  if (isLoggedOut(error)) return { text: texts.mustLogIn };
  if (error instanceof StripeNotLoadedError) return { text: error.message };
  if (error instanceof CreateIntentError) return { text: error.message, detail: error.detail };
  if (error instanceof StripePaymentError) return { text: texts.stripeError(error.message) };
  return { text: texts.paymentFailed(messageOf(error)) };
}

/** Returns the problem to show after a failed PayPal payment. */
export function describePayPalError(error: unknown): PaymentProblem {
  if (isLoggedOut(error)) return { text: texts.mustLogIn };
  return { text: texts.paypalFailed(messageOf(error)) };
}

/** Returns whether this error ends the attempt, so that a retry is a new payment. */
export function endsAttempt(error: unknown): boolean {
  return error instanceof CreateIntentError || (error instanceof StripePaymentError && error.isFinal);
}

/** Returns the error text of our API; undefined if the response came from a gateway. */
export function serverText(error: ApiError): string | undefined {
  return error.code === 'UnexpectedResponse' ? undefined : error.message;
}

/** Returns whether the session has ended. */
function isLoggedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'Unauthenticated';
}

/** Returns the text of an error, or a general text if it has none. */
function messageOf(error: unknown): string {
  if (error instanceof ApiError) return serverText(error) ?? texts.unknownFailure;

  // PayPal's script doesn't always throw Errors.
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof message === 'string' && message ? message : texts.unknownFailure;
}

import { ApiError } from '../../../platform/api/api-error.ts';
import { texts } from '../texts.ts';

/** What went wrong, in words of the catalogue (specification §8), and what more is known of it. */
export interface Problem {
  readonly text: string;
  readonly detail?: string | undefined;
}

/** Stripe's script is not here: it is still being loaded, or could not be. */
export class StripeMissing extends Error {
  override readonly name = 'StripeMissing';
  constructor(options?: ErrorOptions) {
    super(texts.stripeMissing, options);
  }
}

/** The server has answered, and has begun no payment. */
export class IntentRefused extends Error {
  override readonly name = 'IntentRefused';
  /** The server's sentence, if it has stated one. */
  readonly detail: string | undefined;

  constructor(detail: string | undefined, options?: ErrorOptions) {
    super(texts.intentFailed, options);
    this.detail = detail;
  }
}

/** Stripe has turned the payment down; the message is Stripe's own, for people. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal';
  /** Whether this intent is over: what is tried next must begin another. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** A failed card payment as the catalogue has it. */
export function cardProblem(error: unknown): Problem {
  if (isLoggedOut(error)) return { text: texts.mustLogIn };
  if (error instanceof StripeMissing) return { text: error.message };
  if (error instanceof IntentRefused) return { text: error.message, detail: error.detail };
  if (error instanceof StripeRefusal) return { text: texts.stripeError(error.message) };
  return { text: texts.paymentFailed(messageOf(error)) };
}

/** A failed PayPal payment as the catalogue has it. */
export function payPalProblem(error: unknown): Problem {
  if (isLoggedOut(error)) return { text: texts.mustLogIn };
  return { text: texts.paypalFailed(messageOf(error)) };
}

/** Whether an attempt has come to its end with this failure, so that another try is another payment. */
export function endsAttempt(error: unknown): boolean {
  return error instanceof IntentRefused || (error instanceof StripeRefusal && error.isFinal);
}

/** The sentence that a server has stated for people; what is not the API's own answer states none. */
export function statedBy(error: ApiError): string | undefined {
  return error.code === 'UnexpectedAnswer' ? undefined : error.message;
}

function isLoggedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'Unauthenticated';
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return statedBy(error) ?? texts.unknownFailure;
  // What PayPal's script hands over is not always an Error.
  const stated = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof stated === 'string' && stated ? stated : texts.unknownFailure;
}

/** The body of an error response. Stripe's SDKs and pages decide by `type` and `code`. */
interface ErrorBody {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: unknown;
  readonly payment_method?: unknown;
}

/** An error response of the API: https://docs.stripe.com/api/errors */
export class StripeApiError extends Error {
  override readonly name = 'StripeApiError';
  /** The HTTP status. Determines the SDKs' error class. */
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** Returns the error for an invalid request, 400 by default. */
export function buildInvalidRequestError(message: string, more: Partial<ErrorBody> = {}, status = 400): StripeApiError {
  return new StripeApiError(status, { type: 'invalid_request_error', message, ...more });
}

/** Returns the error for an object that does not exist. */
export function buildMissingResourceError(
  kind: string,
  id: string,
  { param = 'id', status = 404 } = {},
): StripeApiError {
  return buildInvalidRequestError(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, status);
}

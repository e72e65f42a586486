/** An error as Stripe's API answers it, but for the class by which the SDKs know it: that follows from the status. */
export interface ErrorBody {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: unknown;
  readonly payment_method?: unknown;
}

/** What a caller is refused, with the status of Stripe's answer. */
export class StripeApiError extends Error {
  override readonly name = 'StripeApiError';
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }

  /** The answer's body, with the page that explains the code, where there is a code. */
  get json(): { readonly error: ErrorBody & { readonly doc_url?: string } } {
    const { code } = this.body;
    if (code === undefined) return { error: this.body };
    return { error: { ...this.body, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } };
  }
}

/** A request that asks for what cannot be. */
export function invalidRequest(message: string, more: Partial<ErrorBody> = {}): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...more });
}

/** An object of the request's path that does not exist. One that a field names is answered 400. */
export function missing(kind: string, id: string, { param = 'id', status = 404 } = {}): StripeApiError {
  return new StripeApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

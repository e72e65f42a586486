import { randomBytes } from 'node:crypto';
import type { z } from 'zod';

interface ErrorDetail {
  readonly issue: string;
  readonly description: string;
  /** A JSON pointer into the body. */
  readonly field?: string;
}

const DOCUMENTATION = 'https://developer.paypal.com/docs/api/orders/v2/#error-';

const MESSAGES_BY_NAME: Readonly<Record<string, string>> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  AUTHENTICATION_FAILURE:
    'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  UNSUPPORTED_MEDIA_TYPE: "The server does not support the request payload's media type.",
  INTERNAL_SERVER_ERROR: 'An internal server error has occurred.',
};

/** An error response of the API: https://developer.paypal.com/api/rest/responses/ */
export class PayPalApiError extends Error {
  readonly status: number;
  readonly details: readonly ErrorDetail[];

  constructor(status: number, name: string, details: readonly ErrorDetail[] = []) {
    super(MESSAGES_BY_NAME[name] ?? name);
    this.name = name;
    this.status = status;
    this.details = details;
  }

  /** The body of the response. */
  get responseBody(): object {
    return {
      name: this.name,
      details: this.details.map((detail) => (detail.field ? { ...detail, location: 'body' } : detail)),
      message: this.message,
      debug_id: randomBytes(7).toString('hex').slice(0, 13),
      links: [
        { href: `${DOCUMENTATION}${this.details[0]?.issue ?? this.name}`, rel: 'information_link', method: 'GET' },
      ],
    };
  }
}

const DESCRIPTIONS_BY_ISSUE = {
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url " +
    'returned as part of the HATEOAS links within the Create Order call.',
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_ALREADY_COMPLETED: 'The order cannot be approved as it is completed.',
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account ' +
    'setting requires that Invoice Id be unique for each transaction.',
  CURRENCY_NOT_SUPPORTED: 'The currency code is not currently supported.',
  DECIMAL_PRECISION: 'The value of the field should not be more than two decimal places.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture.',
  REFUND_NOT_ALLOWED: 'Refund is not allowed: the capture was declined.',
} as const;

/** Returns the error for a well-formed request that is rejected. */
export function buildUnprocessableError(issue: keyof typeof DESCRIPTIONS_BY_ISSUE, field?: string): PayPalApiError {
  const detail = { issue, description: DESCRIPTIONS_BY_ISSUE[issue], ...(field && { field }) };
  return new PayPalApiError(422, 'UNPROCESSABLE_ENTITY', [detail]);
}

/** Returns the error for a malformed body. */
export function buildInvalidRequestError(issue: string, description: string, field?: string): PayPalApiError {
  return new PayPalApiError(400, 'INVALID_REQUEST', [{ issue, description, ...(field && { field }) }]);
}

/** Returns the error for an unknown ID or path. */
export function buildNotFoundError(): PayPalApiError {
  const description = 'Specified resource ID does not exist. Please check the resource ID and try again.';
  return new PayPalApiError(404, 'RESOURCE_NOT_FOUND', [{ issue: 'INVALID_RESOURCE_ID', description }]);
}

/**
 * Parses a JSON object. An empty body is an empty object.
 *
 * @throws PayPalApiError MALFORMED_REQUEST_JSON
 */
export function parseBody(body: Buffer): object {
  try {
    const value: unknown = body.length === 0 ? {} : JSON.parse(body.toString());
    if (value && typeof value === 'object' && !Array.isArray(value)) return value;
  } catch {
    // The body is not JSON: throws below.
  }
  throw buildInvalidRequestError('MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.');
}

/**
 * Validates the fields of a body.
 *
 * @throws PayPalApiError with the first invalid field.
 */
export function parseFields<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const { data: fields, error } = schema.safeParse(body);
  if (!error) return fields;

  const { path, message, code } = error.issues[0]!;
  // Zod reports a missing field as a value of the wrong type.
  const isMissing = code === 'invalid_type' && message.endsWith('received undefined');
  const issue = isMissing ? 'MISSING_REQUIRED_PARAMETER' : 'INVALID_PARAMETER_VALUE';
  throw buildInvalidRequestError(
    issue,
    isMissing ? 'A required field / parameter is missing.' : message,
    `/${path.join('/')}`,
  );
}

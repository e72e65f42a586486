import { formatDollars, type PaymentMethod } from '../../shared/rules/prices.ts';
import { ApiError, TransientError } from '../platform/errors.ts';
import { countMetric } from '../platform/metrics.ts';

/** The amount in the request is not the price of the depth. See docs/product.md#payments. */
export class PriceMismatch extends ApiError {
  readonly code = 'PriceMismatch';
  constructor(cents: number) {
    super(`This depth costs $${formatDollars(cents)}. Please reload the page and try again.`);
  }
}

const PROVIDER_NAMES: Readonly<Record<PaymentMethod, string>> = { stripe: 'Card payments', paypal: 'PayPal payments' };

/** The price is below the provider's minimum. */
export class BelowMinimum extends ApiError {
  readonly code = 'BelowMinimum';
  constructor(method: PaymentMethod, minimum: number) {
    super(`${PROVIDER_NAMES[method]} start at $${formatDollars(minimum)}. Please choose more depth.`);
  }
}

/** The event's signature is invalid or expired. */
export class InvalidSignature extends ApiError {
  readonly code = 'InvalidSignature';
  constructor() {
    super("This event's signature is not valid.");
    countMetric('webhooksRefused');
  }
}

/** The event's signature is valid, but its content is not an event that the provider documents. */
export class InvalidEvent extends ApiError {
  readonly code = 'InvalidInput';
  constructor() {
    super("This event's content is not valid.");
  }
}

/** The provider can't be reached, or its keys are missing. A payment that went through is credited later. */
export class PaymentsUnavailable extends TransientError {
  readonly code = 'PaymentsUnavailable';
  override readonly retryAfterSeconds = 10;
  constructor(
    message = "Payments aren't available right now. Please try again; you won't be charged twice.",
    options?: ErrorOptions,
  ) {
    super(message);
    this.cause = options?.cause;
  }
}

/** The caller has no order with this ID. */
export class OrderNotFound extends ApiError {
  readonly code = 'OrderNotFound';
  constructor() {
    super("This PayPal order doesn't exist.");
  }
}

/** The member has not approved the order at PayPal. */
export class OrderNotApproved extends ApiError {
  readonly code = 'OrderNotApproved';
  constructor() {
    super("This PayPal order hasn't been approved yet. Please approve it at PayPal first.");
  }
}

/** The provider declined the payment. */
export class PaymentDeclined extends ApiError {
  readonly code = 'PaymentDeclined';
  constructor() {
    super("PayPal couldn't charge your account. Please choose another payment method at PayPal.");
  }
}

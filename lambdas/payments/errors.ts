import { dollars, type PaymentMethod } from '../../shared/depth/prices.ts';
import { Refusal } from '../platform/errors.ts';
import { count } from '../platform/metrics.ts';

/** The amount that was sent is not what the depth costs (decision 6). */
export class PriceMismatch extends Refusal {
  readonly code = 'PriceMismatch';
  constructor(cents: number) {
    super(`This depth costs $${dollars(cents)}. Please reload the page and try again.`);
  }
}

const PROVIDER_NAMES: Readonly<Record<PaymentMethod, string>> = { stripe: 'Card payments', paypal: 'PayPal payments' };

/** The provider would not take so little. */
export class BelowMinimum extends Refusal {
  readonly code = 'BelowMinimum';
  constructor(method: PaymentMethod, minimum: number) {
    super(`${PROVIDER_NAMES[method]} start at $${dollars(minimum)}. Please choose more depth.`);
  }
}

/** An event that the provider has not signed, or not now. */
export class InvalidSignature extends Refusal {
  readonly code = 'InvalidSignature';
  constructor() {
    super('The signature of this event is not valid.');
    count('webhooksRefused');
  }
}

/** The provider cannot be reached, or its keys are not set up. Nothing has been paid, or it will be credited later. */
export class PaymentsUnavailable extends Refusal {
  readonly code = 'PaymentsUnavailable';
  override readonly retryAfterSeconds = 10;
  constructor(
    message = 'Payments are not available right now. You can try again: nothing is charged twice.',
    options?: ErrorOptions,
  ) {
    super(message);
    this.cause = options?.cause;
  }
}

/** No order of that id was begun by the caller. */
export class OrderNotFound extends Refusal {
  readonly code = 'OrderNotFound';
  constructor() {
    super('This PayPal order does not exist.');
  }
}

/** The order waits for its member to approve it at PayPal. */
export class OrderNotApproved extends Refusal {
  readonly code = 'OrderNotApproved';
  constructor() {
    super('This PayPal order has not been approved yet.');
  }
}

/** The provider has turned the payment down. */
export class PaymentDeclined extends Refusal {
  readonly code = 'PaymentDeclined';
  constructor() {
    super('PayPal could not charge your account. Please choose another way to pay there.');
  }
}

import type { PaymentMethod } from '../../shared/rules/prices.ts';
import { ApiError, InvalidInput, TransientError } from '../platform/errors.ts';
import { countMetric } from '../platform/metrics.ts';

/** The amount in the request is not the price of the depth. See docs/product.md#payments. */
export class PriceMismatch extends ApiError {
  constructor(cents: number) {
    super({ code: 'PriceMismatch', params: { cents } });
  }
}

/** The price is below the provider's minimum. */
export class BelowMinimum extends ApiError {
  constructor(method: PaymentMethod, minimumCents: number) {
    super({ code: 'BelowMinimum', params: { method, minimumCents } });
  }
}

/** The event's signature is invalid or expired. */
export class InvalidSignature extends ApiError {
  constructor() {
    super({ code: 'InvalidSignature' });
    countMetric('webhooksRefused');
  }
}

/** The event's signature is valid, but its content is not an event that the provider documents. */
export class InvalidEvent extends InvalidInput {
  constructor() {
    super('event-not-valid');
  }
}

/** The provider can't be reached. A payment that went through is credited later. */
export class PaymentsUnavailable extends TransientError {
  constructor(options?: ErrorOptions) {
    super({ code: 'PaymentsUnavailable', params: { reason: 'failed' }, retryAfterSeconds: 10 }, options);
  }
}

/** The stage has no keys of the provider. */
export class ProviderNotSetUp extends TransientError {
  constructor(method: PaymentMethod) {
    super({ code: 'PaymentsUnavailable', params: { reason: 'not-set-up', method }, retryAfterSeconds: 10 });
  }
}

/** The caller has no order with this ID. */
export class OrderNotFound extends ApiError {
  constructor() {
    super({ code: 'OrderNotFound' });
  }
}

/** The member has not approved the order at PayPal. */
export class OrderNotApproved extends ApiError {
  constructor() {
    super({ code: 'OrderNotApproved' });
  }
}

/** The provider declined the payment. */
export class PaymentDeclined extends ApiError {
  constructor() {
    super({ code: 'PaymentDeclined' });
  }
}

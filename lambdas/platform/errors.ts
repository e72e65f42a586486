import { type ErrorCode, errorStatus } from '../../shared/contract/error-codes.ts';

/**
 * An error that callers may see. Domain functions throw it; `lambdas/http/endpoint.ts` maps it to a response. The
 * message is a sentence for members.
 */
export abstract class ApiError extends Error {
  abstract readonly code: ErrorCode;
  /** Seconds to wait before a retry, if a retry can succeed. */
  readonly retryAfterSeconds?: number;

  get status(): number {
    return errorStatus[this.code];
  }
}

export class InvalidInput extends ApiError {
  readonly code = 'InvalidInput';
}

export class Unauthenticated extends ApiError {
  readonly code = 'Unauthenticated';
  constructor() {
    super('Please sign in first.');
  }
}

/** The token is still valid, but its member has deleted their account. */
export class AccountDeleted extends ApiError {
  readonly code = 'Unauthenticated';
  constructor() {
    super('This account has been deleted.');
  }
}

export class NotYou extends ApiError {
  readonly code = 'NotYou';
  constructor(message = 'You can only do this for yourself.') {
    super(message);
  }
}

/** The request bypassed CloudFront on a stage that requires it. */
export class NotThroughSite extends ApiError {
  readonly code = 'NotThroughSite';
  constructor() {
    super('Please use the website to send this request.');
  }
}

/** The caller has to rise first. See docs/product.md#visibility. */
export class DepthTooLow extends ApiError {
  readonly code = 'DepthTooLow';
  constructor(metres: number) {
    // Rounded up to the centimetre, so that rising by this distance is enough.
    super(`You need to ascend ${(Math.ceil(metres * 100) / 100).toFixed(2)}m higher for this.`);
  }
}

export class Conflict extends ApiError {
  readonly code = 'Conflict';
}

/** The item doesn't exist or is hidden from the caller. Both give the same error, so that IDs can't be probed. */
export class NotFound extends ApiError {
  readonly code = 'NotFound';
}

export class BodyTooLarge extends ApiError {
  readonly code = 'BodyTooLarge';
}

export class UnsupportedMediaType extends ApiError {
  readonly code = 'UnsupportedMediaType';
  constructor() {
    super('The request body must be JSON, sent as application/json.');
  }
}

/** The member exceeds the stage's limit of calls per minute. */
export class TooManyCalls extends ApiError {
  readonly code = 'TooManyCalls';
  override readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const seconds = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`;
    super(`You're faster than the current. Please wait ${seconds}, then try again.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class Throttled extends ApiError {
  readonly code = 'Throttled';
  override readonly retryAfterSeconds = 1;
  constructor() {
    super('The ocean is crowded right now. Please try again in a moment.');
  }
}

export class Internal extends ApiError {
  readonly code = 'Internal';
  constructor() {
    super('Something went wrong on our side. Please try again.');
  }
}

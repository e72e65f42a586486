import { type ErrorCode, errorStatus, type TransientErrorCode } from '../../shared/contract/error-codes.ts';
import { roundUpDepth } from '../../shared/rules/depth.ts';
import { describeRefusal, type LimitRefusal } from '../../shared/rules/limit-texts.ts';

/**
 * An error that callers may see. Domain functions throw it; `lambdas/http/endpoint.ts` maps it to a response. The
 * message is a sentence for members.
 */
export abstract class ApiError extends Error {
  abstract readonly code: ErrorCode;
  /** Seconds until the same request can succeed; undefined if waiting doesn't help. Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined = undefined;

  get status(): number {
    return errorStatus[this.code];
  }

  /** Whether the cause is on our side, so that the error is logged. */
  get isServerError(): boolean {
    return this.status >= 500;
  }
}

/** An error after which the same request can succeed later. Its codes are the contract's `transientErrors`. */
export abstract class TransientError extends ApiError {
  abstract override readonly code: TransientErrorCode;
  override readonly retryAfterSeconds: number = 1;
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

/** The token is still valid, but it was issued before the member's sessions were ended. */
export class SessionEnded extends ApiError {
  readonly code = 'Unauthenticated';
  constructor() {
    super("You've been signed out. Please sign in again.");
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
    super(`You need to ascend ${roundUpDepth(metres).toFixed(2)}m higher for this.`);
  }
}

export class Conflict extends ApiError {
  readonly code = 'Conflict';
}

/** The item doesn't exist or is hidden from the caller. Both give the same error, so that IDs can't be probed. */
export class NotFound extends ApiError {
  readonly code = 'NotFound';
}

/** No endpoint has the request's path. */
export class PathNotFound extends ApiError {
  readonly code = 'NotFound';
  constructor() {
    super("This address doesn't exist. Please check it.");
  }
}

/** The request's path has endpoints, but none for its method. */
export class MethodNotAllowed extends ApiError {
  readonly code = 'MethodNotAllowed';
  /** The methods of the path, for the header `Allow`. */
  readonly allow: string;

  constructor(methods: readonly string[]) {
    const allow = methods.join(', ');
    super(`This address accepts other methods only: ${allow}.`);
    this.allow = allow;
  }
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
export class TooManyCalls extends TransientError {
  readonly code = 'TooManyCalls';
  override readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const seconds = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`;
    super(`You're faster than the current. Please wait ${seconds}, then try again.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The member has reached a limit on conduct. See docs/product.md#limits. */
export class LimitReached extends ApiError {
  readonly code = 'LimitReached';
  readonly limit: LimitRefusal['limit'];
  override readonly retryAfterSeconds: number | undefined;

  constructor(refusal: LimitRefusal) {
    super(describeRefusal(refusal));
    this.limit = refusal.limit;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/** Too much load, or too many concurrent writes to the same item. */
export class Throttled extends TransientError {
  readonly code = 'Throttled';
  constructor() {
    super('The ocean is crowded right now. Please try again in a moment.');
  }
}

/** An AWS service failed or didn't respond. The result of a write is unknown. */
export class Unavailable extends TransientError {
  readonly code = 'Unavailable';
  constructor() {
    super('The waters are rough right now. Please try again in a moment.');
  }
}

export class Internal extends ApiError {
  readonly code = 'Internal';
  constructor() {
    super('Something went wrong on our side. Please try again.');
  }
}

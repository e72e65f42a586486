import { type ErrorCode, errorStatus, type TransientErrorCode } from '../../shared/contract/error-codes.ts';
import type { ErrorDetails, ErrorParams, InputReason } from '../../shared/contract/error-params.ts';
import { roundUpDepth } from '../../shared/rules/depth.ts';
import { describeError } from '../../shared/sentences/error-sentences.ts';
import type { LimitRefusal } from '../../shared/sentences/limit-sentences.ts';

/**
 * An error that callers may see. Domain functions throw it; `lambdas/http/endpoint.ts` maps it to a response with its
 * code and parameters. `describeError` builds the sentence that the page shows; it is also the `message`.
 *
 * A class of this file has the name of its code. `SessionEnded` and `AccountDeleted` are reasons of `Unauthenticated`.
 */
export abstract class ApiError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams[keyof ErrorParams] | undefined;
  /** Seconds until the same request can succeed; undefined if waiting doesn't help. Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(details: ErrorDetails, options?: ErrorOptions) {
    super(describeError(details), options);
    this.code = details.code;
    this.params = details.params;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  /** Whether the cause is on our side, so that the error is logged. */
  get isServerError(): boolean {
    return this.status >= 500;
  }
}

/** The wait that a transient error states by default, in seconds. */
const DEFAULT_RETRY_AFTER_SECONDS = 1;

/** An error after which the same request can succeed later. Its codes are the contract's `transientErrors`. */
export abstract class TransientError extends ApiError {
  // These fields only have narrower types here: ApiError sets them.
  declare readonly code: TransientErrorCode;
  declare readonly retryAfterSeconds: number;

  constructor(details: ErrorDetails<TransientErrorCode>, options?: ErrorOptions) {
    super({ retryAfterSeconds: DEFAULT_RETRY_AFTER_SECONDS, ...details }, options);
  }
}

/** The input breaks a rule of the contract, or can't be processed for the reason in `params`. */
export class InvalidInput extends ApiError {
  constructor(params: ErrorParams['InvalidInput'] | InputReason) {
    super({ code: 'InvalidInput', params: typeof params === 'string' ? { reason: params } : params });
  }
}

/** The request has no valid access token. */
export class Unauthenticated extends ApiError {
  constructor() {
    super({ code: 'Unauthenticated', params: { reason: 'no-session' } });
  }
}

/** The token is still valid, but it was issued before the member's sessions were ended. */
export class SessionEnded extends ApiError {
  constructor() {
    super({ code: 'Unauthenticated', params: { reason: 'session-ended' } });
  }
}

/** The token is still valid, but its member has deleted their account. */
export class AccountDeleted extends ApiError {
  constructor() {
    super({ code: 'Unauthenticated', params: { reason: 'account-deleted' } });
  }
}

/** The caller acts as another member, or on another member's item. */
export class NotYou extends ApiError {
  constructor(action: ErrorParams['NotYou']['action'] = 'any') {
    super({ code: 'NotYou', params: { action } });
  }
}

/** The request bypassed CloudFront on a stage that requires it. */
export class NotThroughSite extends ApiError {
  constructor() {
    super({ code: 'NotThroughSite' });
  }
}

/** The caller has to rise first. See docs/product.md#visibility. */
export class DepthTooLow extends ApiError {
  constructor(missingMetres: number) {
    super({ code: 'DepthTooLow', params: { missingMetres: roundUpDepth(missingMetres) } });
  }
}

/** An earlier request used the same ID or idempotency key for other content. */
export class Conflict extends ApiError {
  constructor(item: ErrorParams['Conflict']['item']) {
    super({ code: 'Conflict', params: { item } });
  }
}

/** The item doesn't exist or is hidden from the caller. Both give the same error, so that IDs can't be probed. */
export class NotFound extends ApiError {
  constructor(item: ErrorParams['NotFound']['item']) {
    super({ code: 'NotFound', params: { item } });
  }
}

/** The request's path has endpoints, but no endpoint for its method. */
export class MethodNotAllowed extends ApiError {
  /** The value of the header `Allow`: the methods of the path. */
  readonly allowHeader: string;

  constructor(allowed: readonly string[]) {
    super({ code: 'MethodNotAllowed', params: { allowed } });
    this.allowHeader = allowed.join(', ');
  }
}

/** The request's body exceeds the limit of its endpoint. */
export class BodyTooLarge extends ApiError {
  constructor(limitBytes: number) {
    super({ code: 'BodyTooLarge', params: { limitBytes } });
  }
}

/** The request's body isn't sent as JSON. */
export class UnsupportedMediaType extends ApiError {
  constructor() {
    super({ code: 'UnsupportedMediaType' });
  }
}

/** The member exceeds the stage's limit of calls per minute. */
export class TooManyCalls extends TransientError {
  constructor(retryAfterSeconds: number) {
    super({ code: 'TooManyCalls', retryAfterSeconds });
  }
}

/** The member has reached a limit on conduct. See docs/product.md#limits. */
export class LimitReached extends ApiError {
  readonly refusal: LimitRefusal;

  constructor(refusal: LimitRefusal) {
    const { retryAfterSeconds, ...params } = refusal;
    super({ code: 'LimitReached', params, retryAfterSeconds });
    this.refusal = refusal;
  }

  get limit(): LimitRefusal['limit'] {
    return this.refusal.limit;
  }
}

/** Too much load, or too many concurrent writes to the same item. */
export class Throttled extends TransientError {
  constructor() {
    super({ code: 'Throttled' });
  }
}

/** An AWS service failed or didn't respond. The result of a write is unknown. */
export class Unavailable extends TransientError {
  constructor() {
    super({ code: 'Unavailable' });
  }
}

/** A bug, or another failure that no other error describes. The response doesn't say what failed. */
export class Internal extends ApiError {
  constructor() {
    super({ code: 'Internal' });
  }
}

import { type ErrorCode, errorStatus } from '../../shared/contract/error-codes.ts';

/**
 * A request that is refused, and why. Raised where the rule is known; mapped to an answer in one place, the `answer`
 * middleware. The message is a sentence for the person who asked.
 */
export abstract class Refusal extends Error {
  abstract readonly code: ErrorCode;
  /** Seconds to wait before trying again, where waiting helps. */
  readonly retryAfterSeconds?: number;

  get status(): number {
    return errorStatus[this.code];
  }
}

export class InvalidInput extends Refusal {
  readonly code = 'InvalidInput';
}

export class Unauthenticated extends Refusal {
  readonly code = 'Unauthenticated';
  constructor() {
    super('Please sign in first.');
  }
}

/** The token is still good, and its member has left. */
export class AccountDeleted extends Refusal {
  readonly code = 'Unauthenticated';
  constructor() {
    super('This account has been deleted.');
  }
}

export class NotYou extends Refusal {
  readonly code = 'NotYou';
  constructor(message = 'You can only do this for yourself.') {
    super(message);
  }
}

/** The request has gone around the site, through which a stage may demand that all come. */
export class NotThroughSite extends Refusal {
  readonly code = 'NotThroughSite';
  constructor() {
    super('Please go through the site.');
  }
}

/** The caller would have to ascend first (specification §6). */
export class DepthTooLow extends Refusal {
  readonly code = 'DepthTooLow';
  constructor(metres: number) {
    // Rounded up to the centimetre: whoever rises by what is said has arrived.
    super(`You need to ascend ${(Math.ceil(metres * 100) / 100).toFixed(2)}m higher for this.`);
  }
}

export class Conflict extends Refusal {
  readonly code = 'Conflict';
}

/** What is asked for does not exist, or is hidden from the caller: the same answer, so that ids cannot be probed. */
export class NotFound extends Refusal {
  readonly code = 'NotFound';
}

export class BodyTooLarge extends Refusal {
  readonly code = 'BodyTooLarge';
}

export class UnsupportedMediaType extends Refusal {
  readonly code = 'UnsupportedMediaType';
  constructor() {
    super('The request body must be JSON, sent as application/json.');
  }
}

/** More calls in a minute than the stage allows one member. */
export class TooManyCalls extends Refusal {
  readonly code = 'TooManyCalls';
  override readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const seconds = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`;
    super(`You are faster than the current. Please wait ${seconds}, then try again.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class Throttled extends Refusal {
  readonly code = 'Throttled';
  override readonly retryAfterSeconds = 1;
  constructor() {
    super('The ocean is crowded right now. Please try again in a moment.');
  }
}

export class Internal extends Refusal {
  readonly code = 'Internal';
  constructor() {
    super('Something went wrong on our side. Please try again.');
  }
}

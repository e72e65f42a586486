import { MESSAGES_PER_SECOND } from '../../shared/rules/limits.ts';
import { type LimitReached, TransientError } from '../platform/errors.ts';

/** The member exceeds MESSAGES_PER_SECOND in one conversation, or their messages per minute. */
export class TooManyMessages extends TransientError {
  /** @param limitReached - the exceeded limit per minute; without it, the limit per second is exceeded */
  constructor(limitReached?: LimitReached) {
    const { retryAfterSeconds = 1, ...params } = limitReached?.refusal ?? { perSecond: MESSAGES_PER_SECOND };
    super({ code: 'TooManyMessages', params, retryAfterSeconds });
  }
}

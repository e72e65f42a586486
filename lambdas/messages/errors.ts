import { MESSAGES_PER_SECOND } from '../../shared/rules/limits.ts';
import { type LimitReached, NotFound, TransientError } from '../platform/errors.ts';

/** The member exceeds MESSAGES_PER_SECOND in one conversation, or their messages per minute. */
export class TooManyMessages extends TransientError {
  readonly code = 'TooManyMessages';
  override readonly retryAfterSeconds: number;

  constructor(refusal?: LimitReached) {
    super(
      refusal?.message ??
        `You can send ${MESSAGES_PER_SECOND} messages a second. Please wait a moment, then send this one again.`,
    );
    this.retryAfterSeconds = refusal?.retryAfterSeconds ?? 1;
  }
}

/** The two members haven't exchanged any message. */
export class ConversationNotFound extends NotFound {
  constructor() {
    super("This conversation doesn't exist.");
  }
}

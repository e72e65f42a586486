import { MESSAGES_PER_SECOND } from '../../shared/depth/limits.ts';
import { NotFound, TransientError } from '../platform/errors.ts';

/** The member exceeds MESSAGES_PER_SECOND in one conversation. */
export class TooManyMessages extends TransientError {
  readonly code = 'TooManyMessages';
  constructor() {
    super(`You can send ${MESSAGES_PER_SECOND} messages a second. Please wait a moment, then send this one again.`);
  }
}

/** The two members haven't exchanged any message. */
export class ConversationNotFound extends NotFound {
  constructor() {
    super("This conversation doesn't exist.");
  }
}

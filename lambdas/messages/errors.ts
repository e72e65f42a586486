import { MESSAGES_PER_SECOND } from '../../shared/depth/limits.ts';
import { NotFound, Refusal } from '../platform/errors.ts';

/** More messages in one second than a person writes. */
export class TooManyMessages extends Refusal {
  readonly code = 'TooManyMessages';
  override readonly retryAfterSeconds = 1;
  constructor() {
    super(`You can send ${MESSAGES_PER_SECOND} messages in a second. Please wait a moment, then send this one again.`);
  }
}

/** Nobody has written to the other yet. */
export class ConversationNotFound extends NotFound {
  constructor() {
    super('There is no such conversation.');
  }
}

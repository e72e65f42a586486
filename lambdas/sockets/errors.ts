import { formatWait } from '../../shared/rules/limit-texts.ts';
import { TransientError } from '../platform/errors.ts';

/** The member sends too many frames, or too many of one action, within a minute. */
export class TooManyFrames extends TransientError {
  readonly code = 'TooManyFrames';
  override readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`You're faster than the current. Please wait ${formatWait(retryAfterSeconds)}, then try again.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The member has continued to send frames after many were refused. The socket is closed. */
export class FrameFlood extends TooManyFrames {}

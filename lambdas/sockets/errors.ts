import { ApiError, TransientError } from '../platform/errors.ts';

/** The member sends too many frames, or too many of one action, within a minute. */
export class TooManyFrames extends TransientError {
  constructor(retryAfterSeconds: number) {
    super({ code: 'TooManyFrames', retryAfterSeconds });
  }
}

/** The member has continued to send frames after many were refused. The socket is closed. */
export class FrameFlood extends TooManyFrames {}

/** The member has opened a newer socket and has reached the limit of sockets, so this socket is closed. */
export class TooManySockets extends ApiError {
  constructor() {
    super({ code: 'TooManySockets' });
  }
}

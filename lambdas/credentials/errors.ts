import { ApiError } from '../platform/errors.ts';

/** The password is among the most common ones, or is as easy to guess. */
export class CommonPassword extends ApiError {
  constructor() {
    super({ code: 'CommonPassword' });
  }
}

/** The password is wrong, or no account has this email. Both give the same error, so that emails can't be probed. */
export class WrongPassword extends ApiError {
  constructor() {
    super({ code: 'WrongPassword' });
  }
}

/** An emailed code, a code of an authenticator app, or a recovery code is wrong, used, or expired. */
export class InvalidCode extends ApiError {
  constructor() {
    super({ code: 'InvalidCode' });
  }
}

/** Too many attempts to redeem emailed codes. The limit is the same for every email, so that emails can't be probed. */
export class TooManyCodes extends ApiError {
  constructor(retryAfterSeconds: number) {
    super({ code: 'TooManyCodes', retryAfterSeconds });
  }
}

/** The email has an account. Only stages without verification of emails reveal this. */
export class AccountExists extends ApiError {
  constructor() {
    super({ code: 'AccountExists' });
  }
}

/** Cognito refuses further attempts for up to 15 minutes. Not transient, because a page must not repeat the attempt. */
export class TooManyAttempts extends ApiError {
  constructor() {
    super({ code: 'TooManyAttempts', retryAfterSeconds: 900 });
  }
}

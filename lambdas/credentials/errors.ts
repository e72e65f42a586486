import { formatWait } from '../../shared/rules/limit-texts.ts';
import { ApiError } from '../platform/errors.ts';

export class CommonPassword extends ApiError {
  readonly code = 'CommonPassword';
  constructor() {
    super('That password is too common. Please choose another one.');
  }
}

/** The password is wrong, or no account has this email. Both give the same error, so that emails can't be probed. */
export class WrongPassword extends ApiError {
  readonly code = 'WrongPassword';
  constructor() {
    super("That email or password isn't right.");
  }
}

/** An emailed code, a code of an authenticator app, or a recovery code is wrong, used, or expired. */
export class InvalidCode extends ApiError {
  readonly code = 'InvalidCode';
  constructor() {
    super('That code is wrong or has expired. Please check it, or request a new one.');
  }
}

/** Too many attempts to redeem emailed codes. The same for every email, so that emails can't be probed. */
export class TooManyCodes extends ApiError {
  readonly code = 'TooManyCodes';
  override readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const wait = formatWait(retryAfterSeconds);
    super(`Too many codes were entered for this email. Please wait ${wait}, then request a new code.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Only stages without verification of emails reveal this. */
export class AccountExists extends ApiError {
  readonly code = 'AccountExists';
  constructor() {
    super('An account with this email already exists. Please sign in.');
  }
}

/** Cognito refuses further attempts for up to 15 minutes. Not transient: a page must not repeat the attempt by itself. */
export class TooManyAttempts extends ApiError {
  readonly code = 'TooManyAttempts';
  override readonly retryAfterSeconds = 900;

  constructor() {
    super('Too many attempts. Please wait 15 minutes, then try again.');
  }
}

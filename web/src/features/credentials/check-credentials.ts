import { MIN_PASSWORD_LENGTH } from '../../../../shared/rules/limits.ts';
import { checkUsername } from '../../platform/text/check-username.ts';
import { InvalidFieldError } from './form-problem.ts';
import { problemTexts } from './problem-texts.ts';

/** The fields of the register form. */
export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

/**
 * Checks a registration.
 *
 * @throws InvalidFieldError with the first problem
 */
export function checkRegistration({ username, password, confirmation }: Registration): void {
  const problem = checkUsername(username);
  if (problem) throw new InvalidFieldError('username', problem);

  checkPassword(password, confirmation);
}

/**
 * Checks a new password. The server rejects passwords that start or end with a space.
 *
 * @throws InvalidFieldError with the first problem
 */
export function checkPassword(password: string, confirmation: string): void {
  if (password !== confirmation) throw new InvalidFieldError('confirmation', problemTexts.passwordsDiffer);
  if (password.length < MIN_PASSWORD_LENGTH) throw new InvalidFieldError('password', problemTexts.passwordTooShort);
  if (/^\s|\s$/.test(password)) throw new InvalidFieldError('password', problemTexts.passwordHasOuterSpace);
}

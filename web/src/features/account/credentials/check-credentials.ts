import { MIN_PASSWORD_LENGTH } from '../../../../../shared/depth/limits.ts';
import { checkUsername } from '../profile/check-profile.ts';
import { texts } from '../texts.ts';

export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

/** Returns the first problem with a registration, or undefined. */
export function checkRegistration({ username, password, confirmation }: Registration): string | undefined {
  return checkUsername(username) ?? checkPassword(password, confirmation);
}

/** Returns the problem with a new password, or undefined. Cognito rejects passwords that start or end with a space. */
export function checkPassword(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return texts.passwordsDiffer;
  if (password.length < MIN_PASSWORD_LENGTH) return texts.passwordTooShort;
  return /^\s|\s$/.test(password) ? texts.passwordEnds : undefined;
}

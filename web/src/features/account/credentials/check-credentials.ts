import { MIN_PASSWORD_LENGTH } from '../../../../../shared/depth/limits.ts';
import { checkUsername } from '../profile/check-profile.ts';
import { texts } from '../texts.ts';

export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

/** What is wrong with a registration, or undefined (specification §5). */
export function checkRegistration({ username, password, confirmation }: Registration): string | undefined {
  return checkUsername(username) ?? checkPassword(password, confirmation);
}

/**
 * What is wrong with a new password that was typed twice, or undefined (specification §5). The user pool takes none that
 * begins or ends with a space.
 */
export function checkPassword(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return texts.passwordsDiffer;
  if (password.length < MIN_PASSWORD_LENGTH) return texts.passwordTooShort;
  return /^\s|\s$/.test(password) ? texts.passwordEnds : undefined;
}

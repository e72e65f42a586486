import { MIN_PASSWORD_LENGTH } from '../../../../../shared/depth/limits.ts';
import { texts } from '../texts.ts';

/**
 * What is wrong with a new password that was typed twice, or undefined (specification §5). The user pool takes none that
 * begins or ends with a space.
 */
export function checkPassword(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return texts.passwordsDiffer;
  if (password.length < MIN_PASSWORD_LENGTH) return texts.passwordTooShort;
  return /^\s|\s$/.test(password) ? texts.passwordEnds : undefined;
}

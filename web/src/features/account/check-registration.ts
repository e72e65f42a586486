import { MIN_PASSWORD_LENGTH } from '../../../../shared/depth/limits.ts';
import { texts } from './texts.ts';

export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

/** What is wrong with a registration, or undefined (specification §5). */
export function checkRegistration({ username, password, confirmation }: Registration): string | undefined {
  if (username.trim() === '') return texts.usernameMissing;
  if (password !== confirmation) return texts.passwordsDiffer;
  if (password.length < MIN_PASSWORD_LENGTH) return texts.passwordTooShort;
  return undefined;
}

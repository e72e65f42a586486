import { checkUsername } from '../profile/check-profile.ts';
import { checkPassword } from './check-password.ts';

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

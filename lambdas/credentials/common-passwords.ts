import { CommonPassword } from './errors.ts';

/**
 * Minimum number of guesses that an attacker must need for a password. The 10,000 most common passwords need fewer, in
 * upper and lower case, because the check ignores case.
 */
const MIN_GUESSES = 20_000;

/** Number of characters that are checked, which bounds the time of a check. No list has longer passwords. */
const MAX_CHECKED_LENGTH = 64;

/**
 * Checks that a new password is not among the most common ones. Call this before any request to Cognito, so that the
 * response doesn't depend on the account.
 *
 * @throws CommonPassword
 */
export async function requireUncommonPassword(password: string): Promise<void> {
  const { estimateGuesses } = await import('./estimate-guesses.ts');
  const guesses = estimateGuesses(password.slice(0, MAX_CHECKED_LENGTH).toLowerCase());
  if (guesses < MIN_GUESSES) throw new CommonPassword();
}

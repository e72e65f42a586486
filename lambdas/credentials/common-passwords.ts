import { CommonPassword } from './errors.ts';

/**
 * A password that an attacker finds within fewer guesses is too common. The 10,000 most common passwords need fewer guesses
 * in any case of their letters, because the check ignores case.
 */
const MIN_GUESSES = 20_000;

/** Longer passwords are cut, which bounds the time of a check. No list of passwords contains them. */
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

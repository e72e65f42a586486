import { MAX_USERNAME_LENGTH } from '../../shared/rules/limits.ts';
import { cleanLine, isBlank } from '../../shared/text/text.ts';

/** The key of the username in the client metadata that a confirmation sends to the trigger. */
export const USERNAME_METADATA = 'username';

/**
 * Returns a new member's username: the one they chose, otherwise the part of their email before the @.
 * See docs/product.md#accounts.
 */
export function chooseInitialUsername({
  email,
  preferredUsername,
}: {
  email: string;
  preferredUsername?: string;
}): string {
  const candidates = [preferredUsername, email.split('@', 1)[0]].map((text) => cleanLine(text ?? ''));
  const username = candidates.find((text) => !isBlank(text)) ?? 'Diver';
  return [...username].slice(0, MAX_USERNAME_LENGTH).join('');
}

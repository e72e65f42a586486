import { MAX_USERNAME_LENGTH } from '../../../../shared/rules/limits.ts';
import { cleanLine, countCodePoints, isBlank } from '../../../../shared/text/text.ts';

/** Returns the problem with a username, or undefined. Counts characters as the API does. */
export function checkUsername(username: string): string | undefined {
  const cleanName = cleanLine(username);
  if (isBlank(cleanName)) return 'Username is required';

  return countCodePoints(cleanName) > MAX_USERNAME_LENGTH
    ? `Username can have at most ${MAX_USERNAME_LENGTH} characters`
    : undefined;
}

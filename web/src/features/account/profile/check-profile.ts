import { MAX_BIO_LENGTH, MAX_USERNAME_LENGTH } from '../../../../../shared/depth/limits.ts';
import { cleanLine, cleanText, countCharacters, isBlank } from '../../../../../shared/text/text.ts';
import { texts } from '../texts.ts';

/** Returns the problem with a username, or undefined. Counts characters as the API does. */
export function checkUsername(username: string): string | undefined {
  const clean = cleanLine(username);
  if (isBlank(clean)) return texts.usernameMissing;
  return countCharacters(clean) > MAX_USERNAME_LENGTH ? texts.usernameTooLong : undefined;
}

/** Returns the length of a bio, as the API counts it. */
export function bioLength(bio: string): number {
  return countCharacters(cleanText(bio));
}

/** Returns the problem with a bio, or undefined. */
export function checkBio(bio: string): string | undefined {
  return bioLength(bio) > MAX_BIO_LENGTH ? texts.bioTooLong : undefined;
}

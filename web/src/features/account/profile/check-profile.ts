import { MAX_BIO_LENGTH, MAX_USERNAME_LENGTH } from '../../../../../shared/depth/limits.ts';
import { cleanLine, cleanText, isBlank, lengthOf } from '../../../../../shared/text/text.ts';
import { texts } from '../texts.ts';

/** What is wrong with a username, or undefined: counted as the API counts. */
export function checkUsername(username: string): string | undefined {
  const clean = cleanLine(username);
  if (isBlank(clean)) return texts.usernameMissing;
  return lengthOf(clean) > MAX_USERNAME_LENGTH ? texts.usernameTooLong : undefined;
}

/** The length of a bio, as the API counts it. */
export function bioLength(bio: string): number {
  return lengthOf(cleanText(bio));
}

/** What is wrong with a bio, or undefined. */
export function checkBio(bio: string): string | undefined {
  return bioLength(bio) > MAX_BIO_LENGTH ? texts.bioTooLong : undefined;
}

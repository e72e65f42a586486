import { MAX_BIO_LENGTH } from '../../../../../shared/rules/limits.ts';
import { cleanText, countCodePoints } from '../../../../../shared/text/text.ts';
import { texts } from '../texts.ts';

/** Returns the length of a bio, as the API counts it. */
export function bioLength(bio: string): number {
  return countCodePoints(cleanText(bio));
}

/** Returns the problem with a bio, or undefined. */
export function checkBio(bio: string): string | undefined {
  return bioLength(bio) > MAX_BIO_LENGTH ? texts.bioTooLong : undefined;
}

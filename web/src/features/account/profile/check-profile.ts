import { MAX_BIO_LENGTH } from '../../../../../shared/rules/limits.ts';
import { cleanText, countCodePoints } from '../../../../../shared/text/text.ts';
import { texts } from './texts.ts';

/** Counts the characters of a bio as the API does. */
export function countBioCharacters(bio: string): number {
  return countCodePoints(cleanText(bio));
}

/** Returns the problem with a bio, or undefined. */
export function checkBio(bio: string): string | undefined {
  return countBioCharacters(bio) > MAX_BIO_LENGTH ? texts.bioTooLong : undefined;
}

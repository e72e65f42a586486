import * as z from 'zod';
import { cleanLine, cleanText, countCodePoints, isBlank } from '../text/text.ts';
import { encodeRule } from './field-rule.ts';

/** Builds the schema of a text that is cleaned, and then has up to `limit` characters. */
function limitedText(clean: (text: string) => string, limit: number) {
  const error = encodeRule({ rule: 'max', limit, unit: 'characters' });
  return (
    z
      .string()
      // Bounds the cost of cleaning. A character has up to two UTF-16 units, and cleaning may shorten the text.
      .max(4 * limit + 100, { error })
      .transform(clean)
      .refine((text) => countCodePoints(text) <= limit, { error })
  );
}

/** Builds the schema of a text with any number of lines, which may be empty. `limit` is in characters. */
export function optionalText(limit: number) {
  return limitedText(cleanText, limit).describe(describeLength(limit));
}

/** Builds the schema of a text with any number of lines, which must have a visible character. */
export function requiredText(limit: number) {
  return limitedText(cleanText, limit)
    .refine((text) => !isBlank(text), { error: encodeRule({ rule: 'not-blank' }) })
    .describe(`${describeLength(limit)} Must have a visible character.`);
}

/** Builds the schema of a single-line text, which must have a visible character. */
export function requiredLine(limit: number) {
  return limitedText(cleanLine, limit)
    .refine((text) => !isBlank(text), { error: encodeRule({ rule: 'not-blank' }) })
    .describe(`One line. ${describeLength(limit)} Must have a visible character.`);
}

/** Describes the limit in the OpenAPI document, whose `maxLength` applies before cleaning. */
function describeLength(limit: number): string {
  return (
    `At most ${limit} characters (Unicode code points), after the API has trimmed the text and removed control ` +
    'characters.'
  );
}

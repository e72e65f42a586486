import * as z from 'zod';
import { cleanLine, cleanText, isBlank, lengthOf } from '../text/text.ts';

function limited(clean: (text: string) => string, limit: number) {
  return z
    .string()
    .max(4 * limit + 100)
    .transform(clean)
    .refine((text) => lengthOf(text) <= limit, { error: `must be at most ${limit} characters` });
}

/** Text that may be empty, of up to so many characters and any number of lines. */
export function optionalText(limit: number) {
  return limited(cleanText, limit);
}

/** Text of up to so many characters and any number of lines, of which something can be seen. */
export function requiredText(limit: number) {
  return limited(cleanText, limit).refine((text) => !isBlank(text), { error: 'must not be blank' });
}

/** The same of one line. */
export function requiredLine(limit: number) {
  return limited(cleanLine, limit).refine((text) => !isBlank(text), { error: 'must not be blank' });
}

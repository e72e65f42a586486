import * as z from 'zod';
import { encodeRule } from './field-rule.ts';

/** Builds the schema of a whole number in a body. */
export function wholeNumber(min: number, max: number) {
  // Each check has this message. The schema itself has none, because a value of another type breaks the rule `type`.
  const error = buildRangeRule(min, max);
  return z.number().int({ error }).min(min, { error }).max(max, { error });
}

/** Builds the schema of a whole number in a query, where it is text of decimal digits. */
export function queryNumber(min: number, max: number) {
  const number = z
    .number({ error: buildRangeRule(min, max) })
    .int()
    .min(min)
    .max(max);
  // `Number` also accepts other forms, such as "0x5" and " 5".
  return z.preprocess((value: number) => (/^\d+$/.test(String(value)) ? Number(value) : Number.NaN), number);
}

/** The depth that an author chooses for content, in metres. The author's own depth by default, and at most that depth. */
export const chosenDepthSchema = z.number().min(0).optional();

/** Builds the message for a number outside a range. `Number.MAX_SAFE_INTEGER` stands for no maximum. */
function buildRangeRule(min: number, max: number): string {
  return encodeRule({ rule: 'whole-number', min, max: max === Number.MAX_SAFE_INTEGER ? undefined : max });
}

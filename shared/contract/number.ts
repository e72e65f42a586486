import * as z from 'zod';
import { encodeRule } from './field-rule.ts';

/** Builds the schema of a whole number in a body. */
export function wholeNumber(min: number, max: number) {
  // Each check has this message. The schema itself has none, because a value of another type breaks the rule `type`.
  const error = buildRangeRule(min, max);
  return z.number().int({ error }).min(min, { error }).max(max, { error });
}

/** Builds the schema of a whole number in a query, where it is text. */
export function queryNumber(min: number, max: number) {
  return z.coerce
    .number<number>({ error: buildRangeRule(min, max) })
    .int()
    .min(min)
    .max(max);
}

/** Builds the message for a number outside a range. `Number.MAX_SAFE_INTEGER` stands for no maximum. */
function buildRangeRule(min: number, max: number): string {
  return encodeRule({ rule: 'whole-number', min, max: max === Number.MAX_SAFE_INTEGER ? undefined : max });
}

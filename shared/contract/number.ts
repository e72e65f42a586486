import * as z from 'zod';
import { encodeRule } from './field-rule.ts';

/** Builds the schema of a whole number in a body. */
export function wholeNumber(min: number, max: number) {
  const error = rangeRule(min, max);
  return z.number().int({ error }).min(min, { error }).max(max, { error });
}

/** Builds the schema of a whole number in a query, where it is text. */
export function queryNumber(min: number, max: number) {
  return z.coerce
    .number<number>({ error: rangeRule(min, max) })
    .int()
    .min(min)
    .max(max);
}

function rangeRule(min: number, max: number): string {
  return encodeRule({ rule: 'whole-number', min, max: max === Number.MAX_SAFE_INTEGER ? undefined : max });
}

import * as z from 'zod';
import { formatCount } from '../text/format-count.ts';

/** Builds the schema of a whole number in a body. */
export function wholeNumber(min: number, max: number) {
  const error = describeRange(min, max);
  return z.number().int({ error }).min(min, { error }).max(max, { error });
}

/** Builds the schema of a whole number in a query, where it is text. */
export function queryNumber(min: number, max: number) {
  return z.coerce
    .number<number>({ error: describeRange(min, max) })
    .int()
    .min(min)
    .max(max);
}

function describeRange(min: number, max: number): string {
  if (max === Number.MAX_SAFE_INTEGER) return `must be a whole number of at least ${formatCount(min)}`;
  return `must be a whole number from ${formatCount(min)} to ${formatCount(max)}`;
}

import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { encodeRule } from './field-rule.ts';
import { queryNumber, wholeNumber } from './number.ts';

/** Returns the number, or the messages of the error. */
function parse(schema: z.ZodType<number>, value: unknown): number | string[] | undefined {
  const { data, error } = schema.safeParse(value);
  return error ? error.issues.map(({ message }) => message) : data;
}

/** The messages for a number outside the range of the schemas. */
const RANGE_MESSAGES = [encodeRule({ rule: 'whole-number', min: 2, max: 1000 })];

describe.each([
  ['wholeNumber', wholeNumber(2, 1000), (value: number): unknown => value],
  ['queryNumber', queryNumber(2, 1000), (value: number): unknown => String(value)],
])('%s', (_, schema, toInput) => {
  it.each([2, 3, 1000])('accepts %d', (value) => expect(parse(schema, toInput(value))).toBe(value));

  it.each([1, 1001, -2, 2.5])('rejects %d and names the range', (value) => {
    expect(parse(schema, toInput(value))).toEqual(RANGE_MESSAGES);
  });
});

it('wholeNumber rejects a number in a text', () => {
  expect(wholeNumber(2, 1000).safeParse('3').success).toBe(false);
});

it.each(['', 'many', '1e9', '1e1', '0x5', ' 5', '+5', '5.0', '3x', 'NaN', 'Infinity'])(
  'queryNumber rejects "%s" and names the range',
  (text) => {
    expect(parse(queryNumber(2, 1000), text)).toEqual(RANGE_MESSAGES);
  },
);

it('names only the minimum if the range has no maximum', () => {
  expect(parse(wholeNumber(1000, Number.MAX_SAFE_INTEGER), 1)).toEqual([
    encodeRule({ rule: 'whole-number', min: 1000 }),
  ]);
  expect(parse(wholeNumber(0, Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
});

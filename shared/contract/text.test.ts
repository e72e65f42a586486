/** Tests of the schemas of texts: which lengths they accept, after cleaning. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { countCodePoints } from '../text/text.ts';
import { encodeRule } from './field-rule.ts';
import { optionalText, requiredLine, requiredText } from './text.ts';

/** Returns the cleaned text, or the messages of the error. */
function parse(schema: z.ZodType<string>, value: unknown): string | string[] | undefined {
  const { data, error } = schema.safeParse(value);
  return error ? error.issues.map(({ message }) => message) : data;
}

/** Builds the message for a text with more than `limit` characters. */
function buildTooLongMessage(limit: number): string {
  return encodeRule({ rule: 'max', limit, unit: 'characters' });
}

/** Maximum characters of a text before it is cleaned: four times its limit, and 100 more. The limit is 5 here. */
const MAX_UNCLEANED_LENGTH = 120;

const TOO_LONG_MESSAGES = [buildTooLongMessage(5)];
const BLANK_MESSAGES = [encodeRule({ rule: 'not-blank' })];

describe.each([
  ['optionalText', optionalText(5)],
  ['requiredText', requiredText(5)],
  ['requiredLine', requiredLine(5)],
])('%s', (_, schema) => {
  it('counts characters, not UTF-16 units, up to its limit', () => {
    expect(parse(schema, '🐙🐙🐙🐙🐙')).toBe('🐙🐙🐙🐙🐙');
    expect(parse(schema, '🐙🐙🐙🐙🐙🐙')).toEqual(TOO_LONG_MESSAGES);
  });

  it('counts the cleaned text', () => {
    expect(parse(schema, '  whale\u0000\r\n')).toBe('whale');
    // Each of the five letters has a separate accent.
    expect(parse(schema, 'e\u0301'.repeat(5))).toBe('é'.repeat(5));
    expect(parse(schema, 'whale'.padStart(MAX_UNCLEANED_LENGTH))).toBe('whale');
  });

  it('rejects a text far above the limit before cleaning it', () => {
    expect(parse(schema, 'whale'.padStart(MAX_UNCLEANED_LENGTH + 1))).toEqual(TOO_LONG_MESSAGES);
  });

  it('accepts only texts whose cleaned text is within the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), (text) => {
        const visibleText = `a${text}`;
        const result = parse(schema, visibleText);
        if (Array.isArray(result)) expect(result).toEqual(TOO_LONG_MESSAGES);
        else expect(countCodePoints(result!)).toBeLessThanOrEqual(5);
      }),
    );
  });
});

it('includes the limit in the error of a text that is too long', () => {
  expect(parse(optionalText(5000), 'x'.repeat(5001))).toEqual([buildTooLongMessage(5000)]);
});

it('accepts an empty text only if the text is optional', () => {
  expect(parse(optionalText(5), ' \n')).toBe('');
  expect(parse(requiredText(5), ' \n')).toEqual(BLANK_MESSAGES);
  expect(parse(requiredLine(5), '\u200B')).toEqual(BLANK_MESSAGES);
});

it('keeps the lines of a text, but joins them in a single line', () => {
  expect(parse(optionalText(5), 'a\r\nb')).toBe('a\nb');
  expect(parse(requiredText(5), 'a\r\nb')).toBe('a\nb');
  expect(parse(requiredLine(5), 'a\r\nb')).toBe('a b');
});

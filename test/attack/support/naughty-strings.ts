/** Texts that break careless software: the Big List of Naughty Strings, and texts that this list lacks. */
import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import {
  MAX_BIO_LENGTH,
  MAX_COMMENT_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_POST_LENGTH,
  MAX_USERNAME_LENGTH,
} from '../../../shared/rules/limits.ts';

const BIG_LIST: readonly string[] = JSON.parse(
  readFileSync(new URL(import.meta.resolve('big-list-of-naughty-strings')), 'utf8'),
);

/** Characters that are invisible, change the direction of a text, or are not characters. */
const FORMAT_CHARACTERS = [
  ...'\u0000\u0001\u0007\u0008\u0009\u000A\u000B\u000C\u000D\u001B\u001F\u007F\u0080\u0085\u009F\u00A0\u00AD',
  ...'\u034F\u061C\u115F\u1680\u17B4\u180E\u2000\u200B\u200C\u200D\u200E\u200F\u2028\u2029\u202A\u202B\u202C\u202D',
  ...'\u202E\u202F\u2060\u2061\u2066\u2067\u2068\u2069\u206A\u2800\u3000\u3164\uFE0F\uFEFF\uFFA0\uFFF9\uFFFC\uFFFD',
  ...'\uFFFE\uFFFF\u{1FFFE}\u{1D173}\u{E0001}\u{E0061}\u{F0000}\u{10FFFF}',
];

/** Halves of surrogate pairs, which are not characters. */
const LONE_SURROGATES = ['\uD800', 'a\uDC00b', '\uDE00\uD83D', '\uD83D\uD83D\uDE00', 'end\uDBFF'];

/** Emoji of several code points, and characters outside the Basic Multilingual Plane, which have two UTF-16 units. */
const WIDE_CHARACTERS = ['👨‍👩‍👧‍👦', '🏳️‍🌈', '🇺🇳🇺🇳🇺', '👍🏽', '1️⃣', '🫠', '𝕋𝕖𝕩𝕥', '𠜎𠜱𠝹', '𓀀'];

/** Letters that Unicode normalization or a change of case turns into others. */
const CHANGING_LETTERS = [
  'e\u0301',
  'é',
  '\u0301',
  '\u1E9B\u0323',
  '\u0958',
  '각',
  '\u1100\u1161\u11A8',
  'ﬁ',
  'İi̇ıI',
  'ẞß',
  'ΌΣΟΣ',
];

/** Texts from right to left, a file name that hides its end ".exe", and a letter with a pile of accents. */
const DIRECTIONS = [
  'مرحبا (بحر) 123',
  'שלום\u202Eabc\u202C',
  'abc\u2067שלום\u2069',
  '\u202Egnp.exe',
  `Z${'\u0361'.repeat(100)}`,
];

/** Names that have a meaning in JavaScript, or in the keys and expressions of the table. */
const CODE_NAMES = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'then',
  'USER#x',
  'POST#x',
  '#meta',
  ':q',
  '#owner',
];

/** Parts of the syntax of templates, URLs, and markup. */
const SYNTAX = ['{{constructor.constructor("x")()}}', '%00', '%', '%zz', '&amp;', '<!--', ']]>', '\\', '\\u0041'];

/** Attempts to inject SQL, DynamoDB's JSON, a header, or a script. */
const INJECTIONS = [
  "'; DROP TABLE members; --",
  '{"S":"x"}',
  'a\r\nSet-Cookie: x=1',
  'data:text/html,x',
  'javascript:alert(1)',
];

/** Paths, and names that have a meaning in file systems or on command lines. */
const PATHS = [
  '../../etc/passwd',
  '..\\..\\windows',
  'C:\\',
  '/dev/null',
  'CON',
  'NUL.txt',
  '.',
  '..',
  '...',
  '~',
  '-rf',
];

/** Single characters of many code points, inside which browsers don't break a line. */
const LONG_CHARACTERS = ['X\u0308\u0301', '\u0E49', '🐙\u200D', '\u1100', '\u0915\u094D'].map((unit) =>
  unit.repeat(100),
);

/** Texts that cleaning shortens or changes. */
const WHITE_SPACE = [' lead', 'trail ', '\n\nlines\n\n\n', 'tab\ttab', 'a\r\nb\rc'];

/** Texts just below, at, and just above the maximum lengths of the API's fields. */
const LONG_TEXTS = [
  '1'.repeat(MAX_USERNAME_LENGTH - 1),
  'x'.repeat(MAX_USERNAME_LENGTH),
  'x'.repeat(MAX_USERNAME_LENGTH + 1),
  '🐙'.repeat(MAX_USERNAME_LENGTH),
  '🐙'.repeat(MAX_USERNAME_LENGTH + 1),
  'é'.repeat(MAX_BIO_LENGTH),
  'e\u0301'.repeat(MAX_BIO_LENGTH),
  'x'.repeat(MAX_BIO_LENGTH + 1),
  // Has no visible character.
  ' '.repeat(500),
  'x'.repeat(MAX_COMMENT_LENGTH),
  'x'.repeat(MAX_COMMENT_LENGTH + 1),
  '🐙'.repeat(MAX_POST_LENGTH),
  '🐙'.repeat(MAX_POST_LENGTH + 1),
  // Each ligature has 18 letters in its compatibility form.
  'ﷺ'.repeat(MAX_POST_LENGTH),
  'x'.repeat(MAX_MESSAGE_LENGTH + 1),
];

/** Texts that break careless software, each once. */
export const NAUGHTY_STRINGS: readonly string[] = [
  ...new Set([
    ...BIG_LIST,
    ...FORMAT_CHARACTERS,
    ...FORMAT_CHARACTERS.map((character) => `a${character}b`),
    ...LONE_SURROGATES,
    ...WIDE_CHARACTERS,
    ...CHANGING_LETTERS,
    ...DIRECTIONS,
    ...CODE_NAMES,
    ...SYNTAX,
    ...INJECTIONS,
    ...PATHS,
    ...LONG_CHARACTERS,
    ...WHITE_SPACE,
    ...LONG_TEXTS,
  ]),
];

/** Returns the text that the API stores for a text, by the schema of its field. Undefined if the API rejects it. */
export function toStoredText(schema: z.ZodType, text: string): string | undefined {
  // Half of a surrogate pair is not a character.
  return text.isWellFormed() ? (schema.safeParse(text).data as string | undefined) : undefined;
}

/** Splits a list into parts of at most this length. */
export function split<T>(list: readonly T[], length: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, part) =>
    list.slice(part * length, (part + 1) * length),
  );
}

import { readFileSync } from 'node:fs';
import type * as z from 'zod';

/** The Big List of Naughty Strings. */
const LISTED: readonly string[] = JSON.parse(
  readFileSync(new URL(import.meta.resolve('big-list-of-naughty-strings')), 'utf8'),
);

/** Characters that are invisible, change the direction of a text, or are not characters. */
const FORMAT_CHARACTERS = [
  ...'\u0000\u0001\u0007\u0008\u0009\u000A\u000B\u000C\u000D\u001B\u001F\u007F\u0080\u0085\u009F\u00A0\u00AD',
  ...'\u034F\u061C\u115F\u1680\u17B4\u180E\u2000\u200B\u200C\u200D\u200E\u200F\u2028\u2029\u202A\u202B\u202C\u202D',
  ...'\u202E\u202F\u2060\u2061\u2066\u2067\u2068\u2069\u206A\u2800\u3000\u3164\uFE0F\uFEFF\uFFA0\uFFF9\uFFFC\uFFFD',
  ...'\uFFFE\uFFFF\u{1FFFE}\u{1D173}\u{E0001}\u{E0061}\u{F0000}\u{10FFFF}',
];

/** Texts that the list lacks. */
const ADDED = [
  ...FORMAT_CHARACTERS,
  ...FORMAT_CHARACTERS.map((character) => `a${character}b`),
  ...['\uD800', 'a\uDC00b', '\uDE00\uD83D', '\uD83D\uD83D\uDE00', 'end\uDBFF'],
  ...['👨‍👩‍👧‍👦', '🏳️‍🌈', '🇺🇳🇺🇳🇺', '👍🏽', '1️⃣', '🫠', '𝕋𝕖𝕩𝕥', '𠜎𠜱𠝹', '𓀀'],
  ...['e\u0301', 'é', '\u0301', '\u1E9B\u0323', '\u0958', '각', '\u1100\u1161\u11A8', 'ﬁ', 'İi̇ıI', 'ẞß', 'ΌΣΟΣ'],
  ...['مرحبا (بحر) 123', 'שלום\u202Eabc\u202C', 'abc\u2067שלום\u2069', '\u202Egnp.exe', `Z${'\u0361'.repeat(100)}`],
  ...['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'then', 'USER#x', 'POST#x', '#meta', ':q', '#owner'],
  ...['{{constructor.constructor("x")()}}', '%00', '%', '%zz', '&amp;', '<!--', ']]>', '\\', '\\u0041'],
  ...["'; DROP TABLE members; --", '{"S":"x"}', 'a\r\nSet-Cookie: x=1', 'data:text/html,x', 'javascript:alert(1)'],
  ...['../../etc/passwd', '..\\..\\windows', 'C:\\', '/dev/null', 'CON', 'NUL.txt', '.', '..', '...', '~', '-rf'],
  ...[' lead', 'trail ', '\n\nlines\n\n\n', 'tab\ttab', 'a\r\nb\rc', '1'.repeat(29), 'x'.repeat(30), 'x'.repeat(31)],
  ...['🐙'.repeat(30), '🐙'.repeat(31), 'é'.repeat(200), 'e\u0301'.repeat(200), 'x'.repeat(201), ' '.repeat(500)],
  ...['x'.repeat(1000), 'x'.repeat(1001), '🐙'.repeat(5000), '🐙'.repeat(5001), 'ﷺ'.repeat(5000), 'x'.repeat(10_001)],
];

/** Texts that break careless software, each once. */
export const NAUGHTY_STRINGS: readonly string[] = [...new Set([...LISTED, ...ADDED])];

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

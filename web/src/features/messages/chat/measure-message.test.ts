import { expect, it } from 'vitest';
import { measureMessage } from './measure-message.ts';

it.each([
  ['an empty text', '', { sendable: false, blank: true }],
  ['only invisible characters', ' \n\u200B', { sendable: false, blank: true }],
  ['a short text', 'Ahoy', { sendable: true, tooLarge: false, length: 4 }],
  ['the maximum length', 'x'.repeat(10_000), { sendable: true, tooLarge: false }],
  ['one character too many', 'x'.repeat(10_001), { sendable: false, tooLarge: false, over: 1 }],
  ['the maximum length in three-byte characters', '海'.repeat(10_000), { sendable: true, tooLarge: false }],
  ['8,000 emoji, which fit a frame', '🐙'.repeat(8000), { sendable: true, tooLarge: false }],
  ['9,000 emoji, too large for a frame', '🐙'.repeat(9000), { sendable: false, tooLarge: true, over: 0 }],
  ['quotes, which JSON escapes', `x${'"'.repeat(9999)}`, { sendable: true, tooLarge: false }],
  ['lone surrogates of six bytes each', `x${'\ud83d'.repeat(9000)}`, { sendable: false, tooLarge: true }],
])('measures %s', (_, text, expected) => {
  expect(measureMessage(text)).toMatchObject(expected);
});

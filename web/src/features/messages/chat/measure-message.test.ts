import { expect, it } from 'vitest';
import { measureMessage } from './measure-message.ts';

/*
 * A message has up to 10,000 characters, and up to 32,000 bytes of JSON in UTF-8. An emoji takes four bytes, so 8,000
 * emoji fit and 8,001 don't, although both have few enough characters.
 */
it.each<[title: string, text: string, measurement: Partial<ReturnType<typeof measureMessage>>]>([
  ['an empty text', '', { isSendable: false, isBlank: true }],
  ['a text of invisible characters', ' \n\u200B', { isSendable: false, isBlank: true }],
  ['a short text', 'Ahoy', { isSendable: true, isTooLarge: false, length: 4 }],
  ['a text of the maximum length', 'x'.repeat(10_000), { isSendable: true, isTooLarge: false }],
  ['a text with one character too many', 'x'.repeat(10_001), { isSendable: false, isTooLarge: false, over: 1 }],
  ['the maximum length in three-byte characters', '海'.repeat(10_000), { isSendable: true, isTooLarge: false }],
  ['8,000 emoji, which fit a frame', '🐙'.repeat(8000), { isSendable: true, isTooLarge: false }],
  ['8,001 emoji, too large for a frame', '🐙'.repeat(8001), { isSendable: false, isTooLarge: true, over: 0 }],
  ['quotes, which take two bytes in JSON', `x${'"'.repeat(9999)}`, { isSendable: true, isTooLarge: false }],
  [
    'lone surrogates, which take six bytes in JSON',
    `x${'\ud83d'.repeat(9000)}`,
    { isSendable: false, isTooLarge: true },
  ],
])('measureMessage measures %s', (_, text, expectedMeasurement) => {
  expect(measureMessage(text)).toMatchObject(expectedMeasurement);
});

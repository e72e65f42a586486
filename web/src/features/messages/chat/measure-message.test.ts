import { expect, it } from 'vitest';
import { measureMessage } from './measure-message.ts';

it.each([
  ['', { sendable: false, blank: true }],
  [' \n\u200B', { sendable: false, blank: true }],
  ['Ahoy', { sendable: true, tooLarge: false, length: 4 }],
  ['x'.repeat(10_000), { sendable: true, tooLarge: false }],
  ['x'.repeat(10_001), { sendable: false, tooLarge: false, over: 1 }],
  ['海'.repeat(10_000), { sendable: true, tooLarge: false }],
  ['🐙'.repeat(8000), { sendable: true, tooLarge: false }],
  ['🐙'.repeat(9000), { sendable: false, tooLarge: true, over: 0 }],
  [`x${'"'.repeat(9999)}`, { sendable: true, tooLarge: false }],
  [`x${'\ud83d'.repeat(9000)}`, { sendable: false, tooLarge: true }],
])('measures message %#', (text, expected) => expect(measureMessage(text)).toMatchObject(expected));

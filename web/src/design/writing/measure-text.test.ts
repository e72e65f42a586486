import { expect, it } from 'vitest';
import { isSendShortcut, measureText } from './measure-text.ts';

// The length doesn't count spaces around the text, and counts an emoji once. A text of invisible characters is blank.
it.each([
  ['', 5, { length: 0, isBlank: true, over: 0, isSendable: false }],
  [' \n\u200B\t', 5, { length: 1, isBlank: true, over: 0, isSendable: false }],
  ['  abc \n', 3, { length: 3, isBlank: false, over: 0, isSendable: true }],
  ['🐙🐙🐙', 3, { length: 3, isBlank: false, over: 0, isSendable: true }],
  ['abcd', 3, { length: 4, isBlank: false, over: 1, isSendable: false }],
])('measureText measures %j against a limit of %i', (text, limit, measurement) =>
  expect(measureText(text, limit)).toMatchObject(measurement),
);

it('isSendShortcut accepts only Control+Enter and Meta+Enter', () => {
  const noModifiers = { ctrlKey: false, metaKey: false };

  expect(isSendShortcut({ ...noModifiers, key: 'Enter', ctrlKey: true })).toBe(true);
  expect(isSendShortcut({ ...noModifiers, key: 'Enter', metaKey: true })).toBe(true);
  expect(isSendShortcut({ ...noModifiers, key: 'Enter' })).toBe(false);
  expect(isSendShortcut({ ...noModifiers, key: 'a', ctrlKey: true })).toBe(false);
});

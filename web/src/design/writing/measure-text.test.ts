import { expect, it } from 'vitest';
import { isSendShortcut, measureText } from './measure-text.ts';

it.each([
  ['', 5, { length: 0, isBlank: true, over: 0, isSendable: false }],
  [' \n\u200B\t', 5, { length: 1, isBlank: true, over: 0, isSendable: false }],
  ['  abc \n', 3, { length: 3, isBlank: false, over: 0, isSendable: true }],
  ['🐙🐙🐙', 3, { length: 3, isBlank: false, over: 0, isSendable: true }],
  ['abcd', 3, { length: 4, isBlank: false, over: 1, isSendable: false }],
])('measureText measures %j against a limit of %i', (text, limit, expected) =>
  expect(measureText(text, limit)).toMatchObject(expected),
);

it('isSendShortcut accepts only Control+Enter and Meta+Enter', () => {
  const press = (key: string, ctrlKey: boolean, metaKey: boolean) => isSendShortcut({ key, ctrlKey, metaKey });
  expect([press('Enter', true, false), press('Enter', false, true)]).toEqual([true, true]);
  expect([press('Enter', false, false), press('a', true, false)]).toEqual([false, false]);
});

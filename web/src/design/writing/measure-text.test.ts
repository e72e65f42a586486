import { expect, it } from 'vitest';
import { isSendShortcut, measureText } from './measure-text.ts';

it.each([
  ['', 5, { length: 0, blank: true, over: 0, sendable: false }],
  [' \n\u200B\t', 5, { length: 1, blank: true, over: 0, sendable: false }],
  ['  abc \n', 3, { length: 3, blank: false, over: 0, sendable: true }],
  ['🐙🐙🐙', 3, { length: 3, blank: false, over: 0, sendable: true }],
  ['abcd', 3, { length: 4, blank: false, over: 1, sendable: false }],
])('measureText measures %j against a limit of %i', (text, limit, expected) =>
  expect(measureText(text, limit)).toMatchObject(expected),
);

it('isSendShortcut accepts only Control+Enter and Meta+Enter', () => {
  const press = (key: string, ctrlKey: boolean, metaKey: boolean) => isSendShortcut({ key, ctrlKey, metaKey });
  expect([press('Enter', true, false), press('Enter', false, true)]).toEqual([true, true]);
  expect([press('Enter', false, false), press('a', true, false)]).toEqual([false, false]);
});

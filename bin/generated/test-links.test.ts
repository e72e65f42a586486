import { expect, it } from 'vitest';
import { updateTestLinks } from './test-links.ts';

const TITLE = 'moves a title to the file that has the test';
const HERE = `[test-links](../bin/generated/test-links.test.ts): *${TITLE}*`;

it('moves a title to the file that has the test', () => {
  expect(updateTestLinks(`| Rule | [gone](../bin/gone.test.ts): *${TITLE}* |`)).toBe(`| Rule | ${HERE} |`);
});

it('keeps the other titles of the linked file', () => {
  const cell = `[x](../bin/generated/test-links.test.ts): *keeps a link if neither its file nor its title exists*, *an unknown title*`;
  const linked = '[depth](../shared/rules/depth.test.ts): *an unknown title*';
  expect(updateTestLinks(`${cell}; ${linked}`)).toBe(`${cell}; ${linked}`);
  expect(updateTestLinks(linked.replace('unknown title*', `unknown title*, *${TITLE}*`))).toBe(`${linked}; ${HERE}`);
});

it('follows a source file that was moved to another folder', () => {
  expect(updateTestLinks('[links](../bin/test-links.ts)')).toBe('[links](../bin/generated/test-links.ts)');
});

it('keeps a link if neither its file nor its title exists', () => {
  const cell = '[gone](../bin/no-such-file.test.ts): *no such title*';
  expect(updateTestLinks(cell)).toBe(cell);
});

/**
 * Tests of `updateTestLinks`, which repairs links in docs to tests that were moved. A link names the file and then the
 * titles of tests: `[name](path): *title*, *title*`.
 */
import { expect, it } from 'vitest';
import { updateTestLinks } from './test-links.ts';

/** The title of the first test below. `updateTestLinks` finds it, because it searches the files of this repository. */
const TITLE = 'moves a title to the file that has the test';
/** The title of the last test below. */
const OTHER_TITLE = 'keeps a link if neither its file nor its title exists';

const THIS_FILE = '../bin/generated/test-links.test.ts';
const LINK_TO_TITLE = `[test-links](${THIS_FILE}): *${TITLE}*`;
const LINK_TO_UNKNOWN_TITLE = '[depth](../shared/rules/depth.test.ts): *an unknown title*';

it('moves a title to the file that has the test', () => {
  const row = `| Rule | [gone](../bin/gone.test.ts): *${TITLE}* |`;
  expect(updateTestLinks(row)).toBe(`| Rule | ${LINK_TO_TITLE} |`);
});

it('leaves a title with its link if no test has the title', () => {
  const cell = `[x](${THIS_FILE}): *${OTHER_TITLE}*, *an unknown title*; ${LINK_TO_UNKNOWN_TITLE}`;
  expect(updateTestLinks(cell)).toBe(cell);
});

it('keeps the other titles of the linked file when it moves one', () => {
  const cell = `${LINK_TO_UNKNOWN_TITLE}, *${TITLE}*`;
  expect(updateTestLinks(cell)).toBe(`${LINK_TO_UNKNOWN_TITLE}; ${LINK_TO_TITLE}`);
});

it('follows a source file that was moved to another folder', () => {
  const cell = '[links](../bin/test-links.ts)';
  expect(updateTestLinks(cell)).toBe('[links](../bin/generated/test-links.ts)');
});

it('keeps a link if neither its file nor its title exists', () => {
  const cell = '[gone](../bin/no-such-file.test.ts): *no such title*';
  expect(updateTestLinks(cell)).toBe(cell);
});

/** Checks that tests of all screens include a new screen: each path of the app needs a state in their lists. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MEMBER_PATHS } from '../../web/src/app/layout/paths.ts';
import { readProjectFile } from '../support/coverage-document.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Builds a pattern of a screen's path in quotes, with any parameter and query: `/profile/${VIEWER.id}?tab=files`. */
function buildPathPattern(screen: string): RegExp {
  return new RegExp(`['\`]/${screen.replace(/:\w+/g, "[^/'`?]+")}['\`?]`);
}

it.each([
  ['loading, errors, and ended sessions', 'web/src/app/screens/states.test.tsx'],
  ['accessibility and layout', 'test/e2e/support/{*-states,screen-data}.ts'],
])('every screen has a state that tests %s', (_, files) => {
  const text = globSync(files, { cwd: ROOT }).map(readProjectFile).join('\n');
  expect(MEMBER_PATHS.filter((screen) => !buildPathPattern(screen).test(text))).toEqual([]);
});

/** Rejects test titles that can't be understood without their `describe`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Matches the title of a test, after `it`, its modifiers, and the table of `it.each`. */
const TITLE =
  /\bit(?:\.\w+(?:\([^()]*\))?)*\s*(?:\((?:\[[\s\S]*?\]|[^'"`]*?)\))?\(\s*(['"`])(?<title>(?:\\.|(?!\1).)*)\1/g;

/** Matches the start of a title that needs its `describe`, such as "is empty" or "of a deleted member". */
const FRAGMENT =
  /^(?:is|are|was|were|has|have|can|may|must|of|with|at|who|that|and|or|if|from|by|for|to|in|on|as|than|but|when|while)\b/;

it('titles of tests are whole sentences', () => {
  const files = globSync('{bin,infra,lambdas,shared,test,web/build,web/src}/**/*.test.{ts,tsx}', { cwd: ROOT });
  const titles = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(TITLE)].map(({ groups }) => `${file}: ${groups!.title}`),
  );
  // Fails if the pattern stops matching most titles.
  expect(titles.length).toBeGreaterThan(3000);

  expect(titles.filter((title) => FRAGMENT.test(title.slice(title.indexOf(': ') + 2)))).toEqual([]);
});

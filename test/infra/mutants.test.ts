import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutants } from '../mutants/mutants.ts';
import { readSourceFiles } from '../support/source-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const paths = readSourceFiles().map(({ path }) => path);

/** Running the mutants takes minutes, so these tests find outdated mutants first. */
describe('mutants', () => {
  it.each(mutants)('$name changes a text that occurs once in its file', ({ file, find }) => {
    expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2);
  });

  it.each(mutants)('$name names tests that exist', ({ caughtBy }) => {
    for (const name of caughtBy.flatMap(({ files }) => files)) {
      expect(paths.filter((path) => path.endsWith('.test.ts') || path.endsWith('.test.tsx')).join('\n')).toContain(
        name,
      );
    }
  });
});

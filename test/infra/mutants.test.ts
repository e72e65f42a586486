/**
 * Checks the lists of mutants, which are changes of the sources that a test must notice. Running the mutants takes
 * minutes, so these tests find outdated entries first.
 */
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutants } from '../mutants/mutants.ts';
import { groups } from '../mutants/stryker/groups.ts';
import { readSourceFiles } from '../support/source-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const paths = readSourceFiles().map(({ path }) => path);

/** Names that mutants may add, because every file has them. */
const LANGUAGE_NAMES = ['crypto', 'false', 'true', 'undefined'];

describe('mutants', () => {
  it.each(mutants)('$name changes a text that occurs once in its file', ({ file, find }) => {
    // A text that occurs once splits the file into two parts.
    expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2);
  });

  // A change with an unknown name would fail every test, and would show nothing about the rule.
  it.each(mutants)('$name adds no name that its file lacks', ({ file, find, replace }) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const knownNames = new Set([...findNames(source), ...LANGUAGE_NAMES]);

    const mutatedNames = findNames(source.replace(find, () => replace));
    expect(mutatedNames.filter((name) => !knownNames.has(name))).toEqual([]);
  });

  it.each(mutants)('$name names tests that exist', ({ caughtBy }) => {
    // A name is any part of a test file's path.
    const testPaths = paths.filter((path) => /\.test\.tsx?$/.test(path)).join('\n');
    for (const name of caughtBy.flatMap(({ files }) => files)) expect(testPaths).toContain(name);
  });
});

describe('groups of StrykerJS', () => {
  const globs = Object.entries(groups).flatMap(([name, { mutate, tests }]) =>
    [...mutate, ...tests].flatMap(expandBraces).map((glob) => [name, glob] as const),
  );

  // StrykerJS silently mutates less if a folder was renamed.
  it.each(globs)('%s: %s matches a file', (_group, glob) => {
    expect(paths.some((path) => matchesGlob(path, glob))).toBe(true);
  });
});

describe('docs/mutants.md', () => {
  const survivorTables = readFileSync(join(ROOT, 'docs/mutants.md'), 'utf8').split('\n## ').slice(1).join();
  const firstCells = survivorTables.match(/^\|[^|]+/gm) ?? [];
  const sources = firstCells.flatMap((cell) => cell.match(/[\w/-]+\.tsx?/g) ?? []);

  it('explains survivors only of sources that exist', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.filter((source) => !paths.some((path) => `/${path}`.endsWith(`/${source}`)))).toEqual([]);
  });
});

/** Returns the names in a piece of code, without those of properties, and without the words of comments and texts. */
function findNames(code: string): readonly string[] {
  const bareCode = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|"[^"\n]*"/g, '');
  return bareCode.match(/(?<![.\w$]|\?\.)[A-Za-z_$][\w$]*/g) ?? [];
}

/** Returns a glob for each combination of its alternatives: `{a,b}.ts` becomes `a.ts` and `b.ts`. */
function expandBraces(glob: string): string[] {
  const braces = /\{([^}]*)\}/.exec(glob);
  if (!braces) return [glob];

  return braces[1]!.split(',').flatMap((alternative) => expandBraces(glob.replace(braces[0], alternative)));
}

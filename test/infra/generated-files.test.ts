/**
 * Checks that generated files match their sources, and that `npm run generate` writes all of them. So one command
 * updates everything after a change.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GENERATED_FILES, type ProgramFile, type RenderedFile } from '../../bin/generated/generated-files.ts';
import { readProjectFile } from '../support/coverage-document.ts';

const ROOT = join(import.meta.dirname, '../..');
const files = Object.entries<RenderedFile | ProgramFile>(GENERATED_FILES).map(([name, file]) => ({ name, ...file }));
const renderedFiles = files.flatMap((file) => ('render' in file ? [file] : []));

/** Text files of the repository, including files that are not committed yet. */
const texts = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(md|json|tsx?)$/.test(path) && existsSync(join(ROOT, path)))
  .map((path) => ({ path, text: readProjectFile(path) }));
const tests = texts.filter(({ path }) => /\.test\.tsx?$/.test(path));

describe('generated files', () => {
  it.each(renderedFiles)(
    'match their sources: $name in $file (if not, run npm run generate)',
    async ({ file, render }) => {
      const currentText = readProjectFile(file);
      expect(currentText).toBe(await render(currentText));
    },
  );

  it('npm run generate writes every document that names its command', () => {
    // Such as "Written by `npm run generate`".
    const announcement =
      /[Ww]ritten by `npm run (?<command>[^`]+)`|`npm run (?<writer>[^`]+)` writes (?:this file|the tables)/g;
    const announcements = texts
      .filter(({ path }) => path.startsWith('docs/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(announcement)].map(({ groups }) => ({ path, command: groups!.command ?? groups!.writer! })),
      )
      // The figures of benchmarks depend on the machine, so no test can compare them.
      .filter(({ command }) => !/^bench\b/.test(command));

    // Fails if the pattern stops matching.
    expect(announcements.length).toBeGreaterThan(10);

    const listedPaths: readonly string[] = files.map(({ file }) => file);
    const isGenerated = (announcement: { path: string; command: string }) =>
      announcement.command === 'generate' && listedPaths.includes(announcement.path);
    expect(announcements.filter((announcement) => !isGenerated(announcement))).toEqual([]);
  });

  it('npm run generate writes every file that a test compares', () => {
    const titles = tests.flatMap(({ path, text }) =>
      [...text.matchAll(/\(if not, run (n[^)]+)\)/g)].map(([, command]) => ({ path, command })),
    );
    const exceptions = titles.filter(({ command }) => command !== 'npm run generate');

    // The test of the seed finds differences that only a new community shows, which takes half a minute to create.
    expect(exceptions).toEqual([{ path: 'infra/local/seed/seed.test.ts', command: 'npm run demo-snapshot' }]);
    expect(titles.length).toBeGreaterThan(exceptions.length + 3);
  });

  it('npm run generate writes the snapshots of Vitest', () => {
    const programs = files.flatMap((file) => ('program' in file ? file.program : []));
    const snapshots = tests.filter(({ text }) => /\.toMatch(File)?Snapshot\(/.test(text)).map(({ path }) => path);
    expect(snapshots.filter((path) => !programs.includes(path))).toEqual([]);
  });
});

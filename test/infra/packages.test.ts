import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readJson = (path: string) => JSON.parse(read(path));
/** semver has no type declarations. */
const semver: { satisfies(version: string, range: string): boolean } = createRequire(import.meta.url)('semver');

interface Engines {
  readonly node?: string;
}

const lockFile: { packages: Record<string, { version: string; engines?: Engines }> } = readJson('package-lock.json');
const { '': project, ...packages } = lockFile.packages;

describe('package-lock.json', () => {
  it('has no engines of packages (if it has, run npm run dependencies)', () => {
    const untrimmedFolders = Object.keys(packages).filter((folder) => packages[folder]!.engines);
    expect(untrimmedFolders).toEqual([]);
  });

  it("has the project's own engines, which npm compares with a newcomer's Node.js", () => {
    expect(project!.engines).toEqual(readJson('package.json').engines);
  });
});

describe('installed packages', () => {
  // npm can't check this: see bin/trim-lock-file.mjs.
  it("support the project's Node.js", () => {
    const { version } = packages['node_modules/node']!;

    const unsupported = Object.keys(packages)
      .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
      .filter((folder) => {
        const { engines }: { engines?: Engines } = readJson(`${folder}/package.json`);
        return engines?.node !== undefined && !semver.satisfies(version, engines.node);
      });

    expect(unsupported).toEqual([]);
  });
});

describe.each(['.ci/emulator-requirements', '.ci/linters-requirements'])('%s.txt', (name) => {
  it('has the versions of the .in file (if not, run the command in that file)', () => {
    const findPins = (text: string) => text.match(/^[\w-]+==[\w.]+/gm) ?? [];

    const direct = findPins(read(`${name}.in`));

    expect(direct).not.toEqual([]);
    expect(findPins(read(`${name}.txt`))).toEqual(expect.arrayContaining(direct));
  });
});

/** Checks that installed packages support the project's Node.js, and that lock files match their sources. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readJson = (path: string) => JSON.parse(read(path));

/** semver has no type declarations, so this declares the function that the test uses. */
const semver: { satisfies(version: string, range: string): boolean } = createRequire(import.meta.url)('semver');

interface Engines {
  readonly node?: string;
}

const lockFile: { packages: Record<string, { version: string; engines?: Engines }> } = readJson('package-lock.json');
const { '': project, ...packages } = lockFile.packages;

describe('package-lock.json', () => {
  it('lists no engines of packages (if it does, run npm run dependencies)', () => {
    const untrimmedFolders = Object.keys(packages).filter((folder) => packages[folder]!.engines);
    expect(untrimmedFolders).toEqual([]);
  });

  it("lists the project's own engines, which npm compares with the installed Node.js", () => {
    expect(project!.engines).toEqual(readJson('package.json').engines);
  });
});

describe('installed packages', () => {
  // npm can't check this: see bin/trim-lock-file.mjs.
  it("all packages support the project's Node.js", () => {
    const { version } = packages['node_modules/node']!;

    const unsupportedFolders = Object.keys(packages)
      .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
      .filter((folder) => {
        const { engines }: { engines?: Engines } = readJson(`${folder}/package.json`);
        return engines?.node !== undefined && !semver.satisfies(version, engines.node);
      });

    expect(unsupportedFolders).toEqual([]);
  });
});

describe.each(['.ci/emulator-requirements', '.ci/linters-requirements'])('%s.txt', (name) => {
  it('pins the versions of the .in file (if not, run the command in that file)', () => {
    const findPins = (text: string) => text.match(/^[\w-]+==[\w.]+/gm) ?? [];
    const directPins = findPins(read(`${name}.in`));
    const allPins = findPins(read(`${name}.txt`));

    expect(directPins).not.toEqual([]);
    expect(allPins).toEqual(expect.arrayContaining(directPins));
  });
});

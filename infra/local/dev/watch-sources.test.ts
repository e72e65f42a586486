/** Tests of the watcher of sources, which reports changed files to `npm run dev`. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchSources } from './watch-sources.ts';

let watchedFolder: string;
let listFile: string;
let reportedPaths: Set<string>;
let errors: unknown[];
/** Whether `onChange` throws. */
let shouldFail: boolean;
let unwatch: () => void;

beforeEach(() => {
  watchedFolder = mkdtempSync(join(tmpdir(), 'fathom-watch-'));
  mkdirSync(join(watchedFolder, 'files'));
  listFile = join(watchedFolder, 'files/list.ts');
  writeFileSync(listFile, '0');

  reportedPaths = new Set();
  errors = [];
  shouldFail = false;
  unwatch = watchSources({
    folders: [watchedFolder],
    onChange: async (paths) => {
      for (const path of paths) reportedPaths.add(path);
      if (shouldFail) throw new Error('failed change');
    },
    onError: (error) => errors.push(error),
  });
});
afterEach(() => {
  unwatch();
  rmSync(watchedFolder, { recursive: true, force: true });
});

async function expectReport(path: string): Promise<void> {
  await expect.poll(() => [...reportedPaths]).toContain(path);
  reportedPaths.clear();
}

describe('watchSources', () => {
  it('reports a changed file again after an error', async () => {
    shouldFail = true;
    writeFileSync(listFile, '1');
    await expectReport(listFile);
    expect(errors).toHaveLength(1);

    shouldFail = false;
    writeFileSync(listFile, '2');
    await expectReport(listFile);
  });

  it('reports a file each time that another file replaces it', async () => {
    // Editors replace files by renaming. A watcher of the old file would report only the first replacement.
    for (const content of ['1', '2', '3']) {
      writeFileSync(`${listFile}.new`, content);
      renameSync(`${listFile}.new`, listFile);
      await expectReport(listFile);
    }
  });

  it('reports a new folder and a new file in it', async () => {
    const newFolder = join(watchedFolder, 'users');
    mkdirSync(newFolder);
    await expectReport(newFolder);

    writeFileSync(join(newFolder, 'get.ts'), '');
    await expectReport(join(newFolder, 'get.ts'));
  });
});

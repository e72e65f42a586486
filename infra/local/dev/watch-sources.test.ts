import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { watchSources } from './watch-sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'fathom-watch-'));
mkdirSync(join(folder, 'files'));
const file = join(folder, 'files/list.ts');
writeFileSync(file, '0');

let unwatch = () => {};
afterEach(() => {
  unwatch();
  rmSync(folder, { recursive: true, force: true });
});

it('reports rewritten, replaced, and new files, even after an error', async () => {
  const reportedFiles = new Set<string>();
  const errors: unknown[] = [];
  unwatch = watchSources({
    folders: [folder],
    onChange: async (files) => {
      for (const path of files) reportedFiles.add(path);
      if (errors.length === 0) throw new Error('first change');
    },
    onError: (error) => errors.push(error),
  });

  const expectReport = async (path: string) => {
    await expect.poll(() => [...reportedFiles]).toContain(path);
    reportedFiles.clear();
  };

  writeFileSync(file, '1');
  await expectReport(file);
  expect(errors).toHaveLength(1);

  for (const content of ['2', '3', '4']) {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
    await expectReport(file);
  }

  const newFolder = join(folder, 'users');
  mkdirSync(newFolder);
  await expectReport(newFolder);
  writeFileSync(join(newFolder, 'get.ts'), '');
  await expectReport(join(newFolder, 'get.ts'));
});

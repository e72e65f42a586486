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

it('reports rewritten files, replaced files, and files in new folders, also after an error', async () => {
  const seen = new Set<string>();
  const errors: unknown[] = [];
  unwatch = watchSources({
    folders: [folder],
    onChange: async (files) => {
      for (const path of files) seen.add(path);
      if (errors.length === 0) throw new Error('first change');
    },
    onError: (error) => errors.push(error),
  });
  const expectSeen = async (path: string) => {
    await expect.poll(() => [...seen]).toContain(path);
    seen.clear();
  };

  writeFileSync(file, '1');
  await expectSeen(file);
  expect(errors).toHaveLength(1);

  for (const content of ['2', '3', '4']) {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
    await expectSeen(file);
  }
  const other = join(folder, 'users');

  mkdirSync(other);
  await expectSeen(other);

  writeFileSync(join(other, 'get.ts'), '');
  await expectSeen(join(other, 'get.ts'));
});

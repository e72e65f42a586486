/** Tests of the files in which the local cloud keeps its state. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JsonFile } from './json-file.ts';

it.each([
  ['damaged', '{broken'],
  ['empty', ''],
])('names a file that is %s, and the option that deletes the state', (_, content) => {
  const path = join(mkdtempSync(join(tmpdir(), 'fathom-json-')), 'queues.json');
  writeFileSync(path, content);

  const open = () => new JsonFile(path, {});

  expect(open).toThrow(`${path} is damaged`);
  expect(open).toThrow('`npm start -- --fresh`, which deletes all local data.');
  expect(readFileSync(path, 'utf8')).toBe(content);
});

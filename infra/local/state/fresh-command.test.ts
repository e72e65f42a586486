/** Tests of the command that the local cloud advises when its state can't be used. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFreshCommand } from './fresh-command.ts';
import { openStateDirectory } from './state-directory.ts';

const DEFAULT_DIRECTORY = join(import.meta.dirname, '../../../.local');

it("names the state directory in quotes if it isn't the default one", () => {
  const directory = join(mkdtempSync(join(tmpdir(), 'fathom-fresh-')), "Ada's state");
  openStateDirectory(directory).release();
  mkdirSync(join(directory, 's3'));

  const command = findFreshCommand(join(directory, 's3', 'objects.json'));

  expect(command).toBe(`npm start -- --fresh --directory '${directory.replace("'", String.raw`'\''`)}'`);
});

it.each([join(DEFAULT_DIRECTORY, 'queues.json'), '/nowhere/queues.json'])(
  'names no directory for %s, which is in the default one or in none',
  (path) => {
    expect(findFreshCommand(path)).toBe('npm start -- --fresh');
  },
);

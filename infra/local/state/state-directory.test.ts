import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStateDirectory } from './state-directory.ts';

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'fathom-state-')), 'state');
});

describe('openStateDirectory', () => {
  it('creates a folder and reopens it with its files', () => {
    const newState = openStateDirectory(directory);
    expect(newState.empty).toBe(true);

    writeFileSync(join(directory, 'data'), 'kept');
    newState.release();

    const reopenedState = openStateDirectory(directory);
    expect(reopenedState.empty).toBe(false);

    reopenedState.release();
  });

  it('empties the folder with `fresh`', () => {
    openStateDirectory(directory).release();
    writeFileSync(join(directory, 'data'), 'kept');
    const state = openStateDirectory(directory, { fresh: true });

    expect(state.empty).toBe(true);
    expect(existsSync(join(directory, 'data'))).toBe(false);

    state.release();
  });

  it('rejects a folder that another local cloud uses', () => {
    const state = openStateDirectory(directory);
    expect(() => openStateDirectory(directory, { fresh: true })).toThrow(/already uses .* --directory/);

    state.release();
    openStateDirectory(directory).release();
  });

  it('opens a folder whose owner no longer runs', () => {
    openStateDirectory(directory).release();
    // This number is larger than any process ID.
    writeFileSync(join(directory, 'lock'), '99999999');
    openStateDirectory(directory).release();
  });

  it('opens a folder whose lock has its own process ID', () => {
    openStateDirectory(directory).release();
    // After a container restart, the new process often has the old one's ID.
    writeFileSync(join(directory, 'lock'), String(process.pid));
    openStateDirectory(directory).release();
  });

  it('never empties a folder that is not a state directory', () => {
    const foreignFolder = mkdtempSync(join(tmpdir(), 'fathom-foreign-'));
    writeFileSync(join(foreignFolder, 'thesis.txt'), 'years of work');
    expect(() => openStateDirectory(foreignFolder, { fresh: true })).toThrow(/not a local cloud's state/);
    expect(existsSync(join(foreignFolder, 'thesis.txt'))).toBe(true);
  });
});

/**
 * Tests of a local cloud's state directory and its lock. The option `--fresh` deletes the state, but never a folder
 * that isn't one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStateDirectory } from './state-directory.ts';

/** Larger than any process ID of Linux or macOS, so no process has it. */
const UNUSED_PID = 99_999_999;

/** A folder that doesn't exist yet. */
let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'fathom-state-')), 'state');
});

/** Creates a state directory with the lock of a process that was killed. */
function createStateWithLock(pid: number): void {
  openStateDirectory(directory).release();
  writeFileSync(join(directory, 'lock'), String(pid));
}

/** Opens the folder in a process that can create files but write nothing into them, as on a full disk. */
function openWithoutSpace(): string {
  const module = JSON.stringify(new URL('./state-directory.ts', import.meta.url).href);
  const program = `import { openStateDirectory } from ${module}; openStateDirectory(${JSON.stringify(directory)});`;
  const args = [process.execPath, '--input-type=module', '-e', program];
  return spawnSync('/bin/sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...args], { encoding: 'utf8' }).stderr;
}

describe('openStateDirectory', () => {
  it('creates a folder and reopens it with its files', () => {
    const newState = openStateDirectory(directory);
    expect(newState.isEmpty).toBe(true);

    writeFileSync(join(directory, 'data'), 'kept');
    newState.release();

    const reopenedState = openStateDirectory(directory);
    expect(reopenedState.isEmpty).toBe(false);
    expect(existsSync(join(directory, 'data'))).toBe(true);

    reopenedState.release();
  });

  it('empties the folder with `fresh`', () => {
    openStateDirectory(directory).release();
    writeFileSync(join(directory, 'data'), 'deleted');

    const state = openStateDirectory(directory, { fresh: true });

    expect(state.isEmpty).toBe(true);
    expect(existsSync(join(directory, 'data'))).toBe(false);

    state.release();
  });

  it('rejects a folder that another local cloud uses', () => {
    const state = openStateDirectory(directory);
    expect(() => openStateDirectory(directory, { fresh: true })).toThrow(/already uses .* --directory/);

    state.release();
    expect(() => openStateDirectory(directory).release()).not.toThrow();
  });

  it('opens a folder if the process that locked it no longer runs', () => {
    createStateWithLock(UNUSED_PID);
    expect(() => openStateDirectory(directory).release()).not.toThrow();
  });

  it('opens a folder whose old lock has the ID of this process', () => {
    // After a container restart, the new process often has the old one's ID.
    createStateWithLock(process.pid);
    expect(() => openStateDirectory(directory).release()).not.toThrow();
  });

  it('opens a folder in which an earlier start failed on a full disk', () => {
    const errorOutput = openWithoutSpace();

    expect(errorOutput).toContain('EFBIG');
    expect(() => openStateDirectory(directory).release()).not.toThrow();
  });

  it('says which option to use if the path is a file', () => {
    writeFileSync(directory, '');

    expect(() => openStateDirectory(directory)).toThrow(/can't keep its state in .*EEXIST.* --directory <folder>/);
  });

  it('never empties a folder that is not a state directory', () => {
    const foreignFolder = mkdtempSync(join(tmpdir(), 'fathom-foreign-'));
    writeFileSync(join(foreignFolder, 'thesis.txt'), 'years of work');

    expect(() => openStateDirectory(foreignFolder, { fresh: true })).toThrow(/not a local cloud's state/);
    expect(existsSync(join(foreignFolder, 'thesis.txt'))).toBe(true);
  });
});

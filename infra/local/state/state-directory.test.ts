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
  it('makes a folder, and finds it kept the next time', () => {
    const first = openStateDirectory(directory);
    expect(first.empty).toBe(true);
    writeFileSync(join(directory, 'data'), 'kept');
    first.release();
    const second = openStateDirectory(directory);
    expect(second.empty).toBe(false);
    second.release();
  });

  it('empties it when asked to', () => {
    openStateDirectory(directory).release();
    writeFileSync(join(directory, 'data'), 'kept');
    const state = openStateDirectory(directory, { fresh: true });
    expect(state.empty).toBe(true);
    expect(existsSync(join(directory, 'data'))).toBe(false);
    state.release();
  });

  it('keeps a second local cloud out', () => {
    const state = openStateDirectory(directory);
    expect(() => openStateDirectory(directory, { fresh: true })).toThrow(/already uses .* --directory/);
    state.release();
    openStateDirectory(directory).release();
  });

  it('takes over from one that was killed', () => {
    openStateDirectory(directory).release();
    // No process has so high a number.
    writeFileSync(join(directory, 'lock'), '99999999');
    openStateDirectory(directory).release();
    // A restarted container often gives the new process the number of the old.
    writeFileSync(join(directory, 'lock'), String(process.pid));
    openStateDirectory(directory).release();
  });

  it('never empties a folder that is something else', () => {
    const foreign = mkdtempSync(join(tmpdir(), 'fathom-foreign-'));
    writeFileSync(join(foreign, 'thesis.txt'), 'years of work');
    expect(() => openStateDirectory(foreign, { fresh: true })).toThrow(/not a local cloud's state/);
    expect(existsSync(join(foreign, 'thesis.txt'))).toBe(true);
  });
});

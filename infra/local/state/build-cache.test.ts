/**
 * Tests of the cache of build outputs, which several processes share. An output is reused if the hash of its sources
 * is known.
 */
import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BuildCache } from './build-cache.ts';

let folder: string;
/** The content of the source at each build. */
let builtContents: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-build-cache-'));
  builtContents = [];
  mkdirSync(join(folder, 'sources'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sourceFile = () => join(folder, 'sources/input');
const cacheFolder = () => join(folder, 'cache');
const targetFolder = () => join(folder, 'target');

const writeSource = (content: string) => writeFileSync(sourceFile(), content);
const readOutput = () => readFileSync(join(targetFolder(), 'output'), 'utf8');

/** Returns the names of the cache's entries with a prefix. */
const listEntries = (prefix = '') => readdirSync(cacheFolder()).filter((entry) => entry.startsWith(prefix));

/**
 * Provides the output for the current source: a file with the same content.
 *
 * @param beforeEnd - runs in each build, after the output is written
 */
function provide(beforeEnd: () => void = () => {}): Promise<boolean> {
  return new BuildCache(cacheFolder()).provide({
    name: 'copy',
    sources: { project: folder, paths: ['sources'], settings: {} },
    target: targetFolder(),
    writeOutput: async (directory) => {
      const content = readFileSync(sourceFile(), 'utf8');
      builtContents.push(content);
      writeFileSync(join(directory, 'output'), content);
      beforeEnd();
    },
  });
}

describe('BuildCache', () => {
  it('builds unchanged sources once and reuses the output of earlier sources', async () => {
    for (const content of ['a', 'a', 'b', 'a']) {
      writeSource(content);
      await provide();
      expect(readOutput()).toBe(content);
    }

    expect(builtContents).toEqual(['a', 'b']);
  });

  it('removes leftovers of an earlier output from the target', async () => {
    writeSource('a');
    await provide();
    writeFileSync(join(targetFolder(), 'leftover'), '');
    writeFileSync(join(targetFolder(), 'output'), 'changed');

    await provide();

    expect(readdirSync(targetFolder())).toEqual(['output']);
    expect(readOutput()).toBe('a');
  });

  it('keeps no output of sources that changed during the build', async () => {
    writeSource('a');
    await provide(() => writeSource('b'));

    writeSource('a');
    await provide();

    expect(builtContents).toEqual(['a', 'a']);
  });

  it('keeps no output of a failed build', async () => {
    writeSource('a');
    const fail = () => {
      throw new Error('no');
    };

    await expect(provide(fail)).rejects.toThrow('no');
    expect(listEntries()).toEqual([]);

    await provide();
    expect(builtContents).toEqual(['a', 'a']);
  });

  it('gives an output its name only when the output is complete', async () => {
    writeSource('a');
    let entriesDuringBuild: string[] = [];

    await provide(() => {
      entriesDuringBuild = listEntries();
    });

    expect(entriesDuringBuild).toEqual([expect.stringMatching(/^unfinished-/)]);
    expect(listEntries()).toEqual([expect.stringMatching(/^copy-/)]);
  });

  it('keeps the output of another process that was faster', async () => {
    writeSource('a');
    await provide();
    const [entry = ''] = listEntries();
    const entryFolder = join(cacheFolder(), entry);
    rmSync(entryFolder, { recursive: true });

    // The other process finishes during this build.
    await provide(() => {
      mkdirSync(entryFolder);
      writeFileSync(join(entryFolder, 'output'), 'a');
    });

    expect(readOutput()).toBe('a');
    expect(listEntries()).toEqual([entry]);
  });

  it('reuses the output of another user, whose time it may not set', async () => {
    writeSource('a');
    await provide();
    vi.spyOn(fs, 'utimesSync').mockImplementation(() => {
      throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });

    await provide();

    expect(readOutput()).toBe('a');
    expect(builtContents).toEqual(['a']);
  });

  it('keeps the four outputs used last', async () => {
    mkdirSync(cacheFolder());
    for (const [index, content] of ['1', '2', '3', '4'].entries()) {
      const earlierEntries = listEntries('copy-');
      writeSource(content);
      await provide();

      // Four builds within a millisecond could have the same time of last use.
      const newEntry = listEntries('copy-').find((entry) => !earlierEntries.includes(entry))!;
      utimesSync(join(cacheFolder(), newEntry), 1000 + index, 1000 + index);
    }

    // Uses the oldest output again, so that the fifth output replaces the second one.
    writeSource('1');
    await provide();
    writeSource('5');
    await provide();
    expect(listEntries('copy-')).toHaveLength(4);

    builtContents.length = 0;
    for (const content of ['1', '3', '4', '5', '2']) {
      writeSource(content);
      await provide();
    }
    expect(builtContents).toEqual(['2']);
  });

  it('removes old unfinished outputs of killed processes, but none that another process is writing', async () => {
    mkdirSync(join(cacheFolder(), 'unfinished-old'), { recursive: true });
    mkdirSync(join(cacheFolder(), 'unfinished-new'));
    utimesSync(join(cacheFolder(), 'unfinished-old'), 0, 0);

    writeSource('a');
    await provide();

    expect(listEntries('unfinished-')).toEqual(['unfinished-new']);
  });
});

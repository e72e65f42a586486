import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BuildCache } from './build-cache.ts';

let folder: string;
let builds: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-build-cache-'));
  builds = [];
  mkdirSync(join(folder, 'sources'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const cacheFolder = () => join(folder, 'cache');
const write = (content: string) => writeFileSync(join(folder, 'sources/input'), content);
const target = () => join(folder, 'target');
const output = () => readFileSync(join(target(), 'output'), 'utf8');

/** Builds a file with the sources' content. */
function provide(beforeEnd: () => void = () => {}): Promise<boolean> {
  return new BuildCache(cacheFolder()).provide({
    name: 'copy',
    sources: { project: folder, paths: ['sources'], settings: {} },
    target: target(),
    build: async (directory) => {
      const content = readFileSync(join(folder, 'sources/input'), 'utf8');
      builds.push(content);
      writeFileSync(join(directory, 'output'), content);
      beforeEnd();
    },
  });
}

describe('BuildCache', () => {
  it('builds unchanged sources once and reuses the output of earlier sources', async () => {
    for (const content of ['a', 'a', 'b', 'a']) {
      write(content);
      await provide();
      expect(output()).toBe(content);
    }

    expect(builds).toEqual(['a', 'b']);
  });

  it('removes leftovers of an earlier output from the target', async () => {
    write('a');
    await provide();
    writeFileSync(join(target(), 'leftover'), '');
    writeFileSync(join(target(), 'output'), 'changed');
    await provide();

    expect(readdirSync(target())).toEqual(['output']);
    expect(output()).toBe('a');
  });

  it('keeps no output of sources that changed during the build', async () => {
    write('a');
    await provide(() => write('b'));
    write('a');
    await provide();
    expect(builds).toEqual(['a', 'a']);
  });

  it('keeps no output of a failed build', async () => {
    write('a');
    const fail = () => {
      throw new Error('no');
    };

    await expect(provide(fail)).rejects.toThrow('no');
    expect(readdirSync(cacheFolder())).toEqual([]);

    await provide();
    expect(builds).toEqual(['a', 'a']);
  });

  it('gives an output its name only when it is complete', async () => {
    write('a');
    let entriesDuringBuild: string[] = [];
    await provide(() => {
      entriesDuringBuild = readdirSync(cacheFolder());
    });

    expect(entriesDuringBuild).toEqual([expect.stringMatching(/^unfinished-/)]);
    expect(readdirSync(cacheFolder())).toEqual([expect.stringMatching(/^copy-/)]);
  });

  it('keeps the output of another process that was faster', async () => {
    write('a');
    await provide();
    const [entry = ''] = readdirSync(cacheFolder());
    rmSync(join(cacheFolder(), entry), { recursive: true });
    await provide(() => {
      mkdirSync(join(cacheFolder(), entry));
      writeFileSync(join(cacheFolder(), entry, 'output'), 'a');
    });

    expect(output()).toBe('a');
    expect(readdirSync(cacheFolder())).toEqual([entry]);
  });

  it('keeps the four outputs used last and removes leftovers of killed processes', async () => {
    mkdirSync(join(cacheFolder(), 'unfinished-old'), { recursive: true });
    mkdirSync(join(cacheFolder(), 'unfinished-new'));
    utimesSync(join(cacheFolder(), 'unfinished-old'), 0, 0);

    for (const [age, content] of ['1', '2', '3', '4'].entries()) {
      const earlierEntries = existsSync(cacheFolder()) ? readdirSync(cacheFolder()) : [];
      write(content);
      await provide();
      const newEntry = readdirSync(cacheFolder()).find(
        (entry) => entry.startsWith('copy-') && !earlierEntries.includes(entry),
      )!;
      utimesSync(join(cacheFolder(), newEntry), 1000 + age, 1000 + age);
    }

    write('1');
    await provide();
    write('5');
    await provide();

    expect(readdirSync(cacheFolder()).filter((entry) => entry.startsWith('copy-'))).toHaveLength(4);
    expect(readdirSync(cacheFolder()).filter((entry) => entry.startsWith('unfinished'))).toEqual(['unfinished-new']);

    builds.length = 0;
    for (const content of ['1', '3', '4', '5', '2']) {
      write(content);
      await provide();
    }

    expect(builds).toEqual(['2']);
  });
});

/**
 * Tests of the files in which the local S3 stores objects. Their names must be valid on every system, and a killed
 * process must leave no partial object.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ObjectStore } from './object-store.ts';
import type { WriteCondition } from './stored-object.ts';

const BUCKET = 'files';
const headers = { 'content-type': 'text/plain' };

let directory: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-store-'));
});

afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

/** Stores an object as the server does: it receives the bytes into a file, and moves the file. */
async function put(store: ObjectStore, key: string, body: string, condition?: WriteCondition) {
  const { path, size, md5 } = await store.receive(Readable.from([Buffer.from(body)]));
  const object = { bucket: BUCKET, key, eTag: md5, headers, files: [{ path, size }] };
  return store.put(object, condition).finally(() => store.discard(path));
}

/** Returns an object's body, or undefined if the key has no object. */
async function read(store: ObjectStore, key: string): Promise<string | undefined> {
  const object = await store.find(BUCKET, key);
  return object && text(store.read(object, 0, object.size - 1));
}

/** Writes the same two keys repeatedly and prints the number of each completed write. */
const WRITER = `
  import { Readable } from 'node:stream';
  import { ObjectStore } from ${JSON.stringify(new URL('object-store.ts', import.meta.url).href)};
  const store = new ObjectStore(process.argv[1]);
  for (let count = 1; ; count++) {
    const body = String(count).padStart(8, '0').repeat(20_000);
    const { path, size, md5 } = await store.receive(Readable.from([Buffer.from(body)]));
    const object = { bucket: 'files', key: 'key-' + (count % 2), eTag: md5, headers: {}, files: [{ path, size }] };
    await store.put(object, undefined);
    await store.discard(path);
    console.log(count);
  }`;

describe('ObjectStore', () => {
  it('finds its objects after the directory was moved and reopened', async () => {
    await put(new ObjectStore(directory), 'a/ü.txt', 'hello');
    const newDirectory = `${directory}-moved`;
    renameSync(directory, newDirectory);
    const store = new ObjectStore(newDirectory);

    expect(await store.find(BUCKET, 'a/ü.txt')).toMatchObject({ key: 'a/ü.txt', size: 5, headers });
    expect(await read(store, 'a/ü.txt')).toBe('hello');

    rmSync(newDirectory, { recursive: true });
  });

  it('replaces an object once if several writes require the same entity tag', async () => {
    const store = new ObjectStore(directory);
    const { eTag } = await put(store, 'a.txt', 'first');

    const writes = ['second', 'third'].map((body) => put(store, 'a.txt', body, { eTag }));
    const results = await Promise.allSettled(writes);

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ status: 409, code: 'ConditionalRequestConflict' }) }),
    );
    expect(await read(store, 'a.txt')).toBe(results[0]?.status === 'fulfilled' ? 'second' : 'third');
  });

  it('does not restore an object that is deleted before a conditional write', async () => {
    const store = new ObjectStore(directory);
    const { eTag } = await put(store, 'a.txt', 'first');

    const [, write] = await Promise.allSettled([
      store.delete(BUCKET, 'a.txt'),
      put(store, 'a.txt', 'second', { eTag }),
    ]);

    expect(write).toMatchObject({ reason: { status: 409 } });
    expect(await store.find(BUCKET, 'a.txt')).toBeUndefined();
  });

  it('distinguishes keys that differ only in case or Unicode normalization', async () => {
    const store = new ObjectStore(directory);
    // "e\u0301" and "\u00e9" look the same. The last three are not allowed as file names on Windows.
    const keys = ['A.txt', 'a.txt', 'e\u0301', '\u00e9', 'a/', 'a', '/', 'con', 'x:y*?"<>|\\', ' . '];
    for (const key of keys) await put(store, key, `body of ${key}`);
    for (const key of keys) expect(await read(store, key)).toBe(`body of ${key}`);

    const { objects } = await store.list(BUCKET, { prefix: '', after: '', delimiter: '', limit: 1000 });
    const byBytes = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(objects.map(({ key }) => key)).toEqual(byBytes);
  });

  it('deletes the bodies of objects that are replaced or deleted', async () => {
    const store = new ObjectStore(directory);
    for (const body of ['one', 'two']) await put(store, 'a', body);
    expect(readdirSync(join(directory, 'bodies'))).toHaveLength(1);

    expect(await store.delete(BUCKET, 'a')).toBe(true);
    expect(await store.delete(BUCKET, 'a')).toBe(false);
    expect(readdirSync(join(directory, 'bodies'))).toEqual([]);
    expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
  });

  it('creates an object only once when several writes require its absence', async () => {
    const store = new ObjectStore(directory);
    const bodies = Array.from({ length: 8 }, (_, index) => `body ${index}`);
    const results = await Promise.allSettled(bodies.map((body) => put(store, 'once', body, 'absent')));
    const createdBodies = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [bodies[index]] : []));

    expect(createdBodies).toEqual([await read(store, 'once')]);
    expect(readdirSync(join(directory, 'bodies'))).toHaveLength(1);
  });

  it('rejects keys of more than 1,024 bytes', async () => {
    const store = new ObjectStore(directory);
    // 1,024 bytes, because the character has two bytes in UTF-8.
    const longestKey = 'ü'.repeat(512);
    await put(store, longestKey, 'long');

    expect(await read(store, longestKey)).toBe('long');
    await expect(store.find(BUCKET, `${longestKey}x`)).rejects.toMatchObject({ code: 'KeyTooLongError' });
  });

  it('keeps every acknowledged object whole when its process is killed', async () => {
    child = spawn(process.execPath, ['--input-type=module', '--eval', WRITER, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of child.stdout ?? []) {
      output += chunk;
      // The process is writing the next object when it is killed.
      if (output.split('\n').length > 20) child.kill('SIGKILL');
    }

    const lastWrite = Number(output.trim().split('\n').at(-1));

    const store = new ObjectStore(directory);
    for (const count of [lastWrite - 1, lastWrite]) {
      const body = (await read(store, `key-${count % 2}`)) ?? '';
      const storedCount = Number(body.slice(0, 8));
      expect(storedCount).toBeGreaterThanOrEqual(count);
      expect(body).toBe(String(storedCount).padStart(8, '0').repeat(20_000));
    }

    expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
  });

  it('names the damaged file of an object, and what to do', async () => {
    const store = new ObjectStore(directory);
    await put(store, 'picture.png', 'hello');
    const [file = ''] = globSync(join(directory, 'buckets', '**', '*'), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    writeFileSync(file, '{broken');

    const reading = store.find(BUCKET, 'picture.png');

    await expect(reading).rejects.toThrow(`${file} is damaged`);
    await expect(reading).rejects.toThrow('--fresh');
  });

  it('rejects the layout of an earlier version', () => {
    mkdirSync(join(directory, 'objects'));
    expect(() => new ObjectStore(directory)).toThrow(/earlier version.*npm start -- --fresh/);
  });
});

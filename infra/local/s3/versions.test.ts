import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpServer } from '../http/http-server.ts';
import { S3Server } from './s3-server.ts';

const Bucket = 'files';
const RULES = [
  {
    Status: 'Enabled',
    NoncurrentVersionExpiration: { NoncurrentDays: 30 },
    ExpiredObjectDeleteMarker: true,
  },
];
const DAY_MS = 24 * 3600 * 1000;

let directory: string;
let now: Date;
let server: S3Server;
let http: HttpServer;
let client: S3Client;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-versions-'));
});
afterEach(async () => {
  client.destroy();
  await http.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a server on the same directory, with or without versions. */
async function open(versions: boolean): Promise<void> {
  now = new Date();
  const versioning = versions && { VersioningConfiguration: { Status: 'Enabled' } };

  server = new S3Server({
    directory,
    credentials: { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' },
    buckets: [{ ref: Bucket, properties: { LifecycleConfiguration: { Rules: RULES }, ...versioning } }],
    onObjectEvent: () => {},
    now: () => now,
  });
  http = new HttpServer(server.handle);
  client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${await http.start()}/s3`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
}

const put = (Key: string, Body: string) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
const remove = (Key: string, VersionId?: string) => client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
const read = async (Key: string) => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return Body?.transformToString();
};
const listKeys = async () => {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  return Contents.map(({ Key }) => Key);
};

/** Returns all versions as `key size`, and delete markers as `key deleted`, with `*` for the latest. */
async function listVersions(pageSize = 1000): Promise<{ label: string; Key: string; VersionId: string }[]> {
  const entries = [];
  let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (next) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, MaxKeys: pageSize, ...next }),
    );
    const { Versions = [], DeleteMarkers = [], NextKeyMarker, NextVersionIdMarker } = page;
    next = page.IsTruncated ? { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker } : undefined;
    const sizes = [
      ...Versions.map((version) => ({ ...version, state: version.Size })),
      ...DeleteMarkers.map((marker) => ({ ...marker, state: 'deleted' })),
    ];
    entries.push(
      ...sizes.map(({ Key = '', VersionId = '', IsLatest, state }) => {
        return { label: `${Key} ${state}${IsLatest ? '*' : ''}`, Key, VersionId };
      }),
    );
  }

  return entries;
}
const labels = async (pageSize?: number) => (await listVersions(pageSize)).map(({ label }) => label).sort();

describe('a bucket with versions', () => {
  beforeEach(() => open(true));

  it('keeps a deleted object, which comes back when its delete marker is deleted', async () => {
    await put('a', 'hello');
    await remove('a');

    expect(await listKeys()).toEqual([]);
    await expect(read('a')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(await labels()).toEqual(['a 5', 'a deleted*']);

    const marker = (await listVersions()).find(({ label }) => label === 'a deleted*');
    await remove('a', marker?.VersionId);
    expect(await read('a')).toBe('hello');
    expect(await labels()).toEqual(['a 5*']);
  });

  it('keeps the bytes that a write replaces', async () => {
    await put('a', 'first');
    const { VersionId } = await put('a', 'second');
    expect(await labels()).toEqual(['a 5', 'a 6*']);
    await remove('a', VersionId);
    expect(await read('a')).toBe('first');
  });

  it('creates an object that must not exist after its key was deleted', async () => {
    await put('a', 'first');
    await remove('a');
    await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'second', IfNoneMatch: '*' }));
    expect(await read('a')).toBe('second');
    expect(await labels()).toEqual(['a 5', 'a 6*', 'a deleted']);
  });

  it('has the bytes of no version that was deleted', async () => {
    await put('a', 'one');
    await put('a', 'two');
    await remove('a');

    const Objects = (await listVersions()).map(({ Key, VersionId }) => ({ Key, VersionId }));
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));

    expect(await listVersions()).toEqual([]);
    expect(readdirSync(join(directory, 'bodies'))).toEqual([]);
  });

  it('lists every version once on pages of any size', async () => {
    for (const key of ['a', 'a/b', 'a0', 'ü']) {
      for (const body of ['1', '22', '333']) await put(key, body);
      await remove(key);
    }
    const all = await labels();

    expect(all).toHaveLength(16);
    for (const pageSize of [1, 2, 3, 5, 16]) expect(await labels(pageSize)).toEqual(all);
  });

  it('lists the versions of one prefix', async () => {
    await put('a/1', 'one');
    await put('b/1', 'one');
    await remove('b/1');
    const { Versions, DeleteMarkers } = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'a/' }));

    expect(Versions).toMatchObject([{ Key: 'a/1', IsLatest: true }]);
    expect(DeleteMarkers).toBeUndefined();
  });

  it('deletes noncurrent versions 30 days after they were replaced or deleted, and markers without versions', async () => {
    await put('kept', 'hello');
    await put('replaced', 'old');
    await put('replaced', 'newer');
    await put('deleted', 'bytes');
    await remove('deleted');
    const all = await labels();

    now = new Date(Date.now() + 29 * DAY_MS);
    await server.applyLifecycle();
    expect(await labels()).toEqual(all);

    now = new Date(Date.now() + 31 * DAY_MS);
    await server.applyLifecycle();
    // The marker is deleted when it is alone, as on AWS.
    await server.applyLifecycle();

    expect(await labels()).toEqual(['kept 5*', 'replaced 5*']);
  });

  it('finds all versions after a restart', async () => {
    await put('a', 'one');
    await remove('a');
    await http.close();
    await open(true);
    expect(await labels()).toEqual(['a 3', 'a deleted*']);
  });
});

describe('a bucket without versions', () => {
  beforeEach(() => open(false));

  it('lists each object as the version "null", which deletes it', async () => {
    await put('a', 'hello');
    expect(await listVersions()).toEqual([{ label: 'a 5*', Key: 'a', VersionId: 'null' }]);
    await remove('a', 'null');
    expect(await listKeys()).toEqual([]);
    expect(readdirSync(join(directory, 'bodies'))).toEqual([]);
  });

  it('keeps its objects as the oldest versions when versions are switched on', async () => {
    await put('a', 'old');
    await http.close();
    await open(true);
    await put('a', 'newer');
    expect(await labels()).toEqual(['a 3', 'a 5*']);

    const [{ VersionId = '' } = {}] = (await listVersions()).filter(({ label }) => label === 'a 5*');
    await remove('a', VersionId);
    expect(await read('a')).toBe('old');
  });
});

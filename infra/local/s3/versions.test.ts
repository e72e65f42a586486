/**
 * Tests of versions in the local S3. A deletion adds a delete marker, and a lifecycle rule deletes noncurrent versions
 * later.
 */
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
import { DAY_MS } from '../../../shared/rules/durations.ts';
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

/** Starts a server on the same directory, with or without versioning. */
async function startServer({ isVersioned }: { isVersioned: boolean }): Promise<void> {
  now = new Date();
  const versioning = isVersioned && { VersioningConfiguration: { Status: 'Enabled' } };

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

const putObject = (Key: string, Body: string) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
const deleteObject = (Key: string, VersionId?: string) =>
  client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
const readObject = async (Key: string) => {
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
  let position: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};

  while (position) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, MaxKeys: pageSize, ...position }),
    );

    const { Versions = [], DeleteMarkers = [], NextKeyMarker, NextVersionIdMarker } = page;
    position = page.IsTruncated ? { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker } : undefined;

    const versionsWithState = [
      ...Versions.map((version) => ({ ...version, state: version.Size })),
      ...DeleteMarkers.map((marker) => ({ ...marker, state: 'deleted' })),
    ];
    for (const { Key = '', VersionId = '', IsLatest, state } of versionsWithState) {
      entries.push({ label: `${Key} ${state}${IsLatest ? '*' : ''}`, Key, VersionId });
    }
  }

  return entries;
}
const listLabels = async (pageSize?: number) => (await listVersions(pageSize)).map(({ label }) => label).sort();

describe('versioned bucket', () => {
  beforeEach(() => startServer({ isVersioned: true }));

  it('restores a deleted object when its delete marker is deleted', async () => {
    await putObject('a', 'hello');
    await deleteObject('a');

    expect(await listKeys()).toEqual([]);
    await expect(readObject('a')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(await listLabels()).toEqual(['a 5', 'a deleted*']);

    const deleteMarker = (await listVersions()).find(({ label }) => label === 'a deleted*')!;
    await deleteObject('a', deleteMarker.VersionId);
    expect(await readObject('a')).toBe('hello');
    expect(await listLabels()).toEqual(['a 5*']);
  });

  it('keeps the bytes of a replaced object', async () => {
    await putObject('a', 'first');
    const { VersionId } = await putObject('a', 'second');
    expect(await listLabels()).toEqual(['a 5', 'a 6*']);

    await deleteObject('a', VersionId);
    expect(await readObject('a')).toBe('first');
  });

  it('accepts If-None-Match: * after the object of the key was deleted', async () => {
    await putObject('a', 'first');
    await deleteObject('a');
    await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'second', IfNoneMatch: '*' }));
    expect(await readObject('a')).toBe('second');
    expect(await listLabels()).toEqual(['a 5', 'a 6*', 'a deleted']);
  });

  it('deletes the bytes of deleted versions', async () => {
    await putObject('a', 'one');
    await putObject('a', 'two');
    await deleteObject('a');

    const Objects = (await listVersions()).map(({ Key, VersionId }) => ({ Key, VersionId }));
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));

    expect(await listVersions()).toEqual([]);
    expect(readdirSync(join(directory, 'bodies'))).toEqual([]);
  });

  it('lists every version once on pages of any size', async () => {
    for (const key of ['a', 'a/b', 'a0', 'ü']) {
      for (const body of ['1', '22', '333']) await putObject(key, body);
      await deleteObject(key);
    }
    const allLabels = await listLabels();

    // Four keys, each with three versions and a delete marker.
    expect(allLabels).toHaveLength(16);
    for (const pageSize of [1, 2, 3, 5, 16]) expect(await listLabels(pageSize)).toEqual(allLabels);
  });

  it('lists the versions of one prefix', async () => {
    await putObject('a/1', 'one');
    await putObject('b/1', 'one');
    await deleteObject('b/1');
    const { Versions, DeleteMarkers } = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'a/' }));

    expect(Versions).toMatchObject([{ Key: 'a/1', IsLatest: true }]);
    expect(DeleteMarkers).toBeUndefined();
  });

  it('deletes noncurrent versions after 30 days, and then delete markers without versions', async () => {
    await putObject('kept', 'hello');
    await putObject('replaced', 'old');
    await putObject('replaced', 'newer');
    await putObject('deleted', 'bytes');
    await deleteObject('deleted');
    const allLabels = await listLabels();

    now = new Date(Date.now() + 29 * DAY_MS);
    await server.applyLifecycle();
    expect(await listLabels()).toEqual(allLabels);

    now = new Date(Date.now() + 31 * DAY_MS);
    await server.applyLifecycle();
    // As on AWS, a second run deletes the marker, which has no versions left.
    await server.applyLifecycle();

    expect(await listLabels()).toEqual(['kept 5*', 'replaced 5*']);
  });

  it('finds all versions after a restart', async () => {
    await putObject('a', 'one');
    await deleteObject('a');
    await http.close();
    await startServer({ isVersioned: true });
    expect(await listLabels()).toEqual(['a 3', 'a deleted*']);
  });
});

describe('unversioned bucket', () => {
  beforeEach(() => startServer({ isVersioned: false }));

  it('lists each object as the version "null", and deletes it by that version', async () => {
    await putObject('a', 'hello');
    expect(await listVersions()).toEqual([{ label: 'a 5*', Key: 'a', VersionId: 'null' }]);

    await deleteObject('a', 'null');
    expect(await listKeys()).toEqual([]);
    expect(readdirSync(join(directory, 'bodies'))).toEqual([]);
  });

  it('keeps its objects as the oldest versions when versioning is enabled', async () => {
    await putObject('a', 'old');
    await http.close();
    await startServer({ isVersioned: true });
    await putObject('a', 'newer');
    expect(await listLabels()).toEqual(['a 3', 'a 5*']);

    const latestVersion = (await listVersions()).find(({ label }) => label === 'a 5*')!;
    await deleteObject('a', latestVersion.VersionId);
    expect(await readObject('a')).toBe('old');
  });
});

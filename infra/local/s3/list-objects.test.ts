import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectStorage } from './s3.ts';

const Bucket = 'files';
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const directory = mkdtempSync(join(tmpdir(), 'fathom-list-'));
const storage = new ObjectStorage({
  directory,
  credentials,
  buckets: [
    {
      ref: Bucket,
      properties: {},
    },
  ],
  onStored: () => {},
});
let client: S3Client;

const LONG = `${'ü'.repeat(200)} & <the end>`;
/** In the order of their bytes. JavaScript, and the folders of a disk, would order them otherwise. */
const KEYS = [
  'a',
  'a-b',
  'a.txt',
  'a/1',
  'a/b/2',
  'a/c.txt',
  'a0',
  `long/${LONG}/${LONG}1.txt`,
  `long/${LONG}/${LONG}2.txt`,
  `long/${LONG}a`,
  'some file (ü)+1.txt',
  'u/\u{FF5E}',
  'u/\u{1F419}',
];

beforeAll(async () => {
  client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${await storage.start()}`,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  for (const Key of [...KEYS].reverse()) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
});
afterAll(async () => {
  await storage.close();
  rmSync(directory, { recursive: true, force: true });
});

const list = (input: Partial<ListObjectsV2CommandInput> = {}) =>
  client.send(new ListObjectsV2Command({ Bucket, ...input }));
const keys = async (input: Partial<ListObjectsV2CommandInput>) =>
  ((await list(input)).Contents ?? []).map(({ Key }) => Key);

describe('listing a bucket', () => {
  it('tells the keys as they were given, in the order of their bytes', async () => {
    expect(await keys({})).toEqual(KEYS);
    const { Contents } = await client.send(new ListObjectsCommand({ Bucket }));
    expect(Contents?.map(({ Key }) => Key)).toEqual(KEYS);
  });

  it('tells of an object what the object itself tells', async () => {
    for (const { Key, ETag, Size, LastModified } of (await list({ Prefix: 'long/' })).Contents ?? []) {
      const head = await client.send(new HeadObjectCommand({ Bucket, Key }));
      expect({ ETag, Size, LastModified }).toEqual({
        ETag: head.ETag,
        Size: head.ContentLength,
        LastModified: head.LastModified,
      });
      expect(Size).toBe(Buffer.byteLength(Key ?? ''));
    }
  });

  it.each([1, 2, 5, 12])('goes on where a page of %i ended', async (pageSize) => {
    const pages: (string | undefined)[][] = [];
    for await (const { Contents = [], KeyCount } of paginateListObjectsV2({ client, pageSize }, { Bucket })) {
      expect(KeyCount).toBe(Contents.length);
      pages.push(Contents.map(({ Key }) => Key));
    }
    expect(pages.flat()).toEqual(KEYS);
    expect(pages).toHaveLength(Math.ceil(KEYS.length / pageSize));
  });

  it('keeps to a prefix, which need not be a folder', async () => {
    expect(await keys({ Prefix: 'a/' })).toEqual(['a/1', 'a/b/2', 'a/c.txt']);
    expect(await keys({ Prefix: 'long/ü' })).toEqual(KEYS.filter((key) => key.startsWith('long/')));
    expect(await keys({ Prefix: `long/${LONG}/` })).toHaveLength(2);
    expect(await keys({ Prefix: 'none' })).toEqual([]);
  });

  it('starts behind any key, there or not', async () => {
    expect(await keys({ StartAfter: 'a/b/2', MaxKeys: 2 })).toEqual(['a/c.txt', 'a0']);
    expect(await keys({ StartAfter: 'a/b', Prefix: 'a/' })).toEqual(['a/b/2', 'a/c.txt']);
  });

  it('groups keys by a delimiter, over pages too', async () => {
    const groups: (string | undefined)[] = [];
    const found: (string | undefined)[] = [];
    const pages = paginateListObjectsV2({ client, pageSize: 1 }, { Bucket, Prefix: 'a', Delimiter: '/' });
    for await (const { Contents = [], CommonPrefixes = [] } of pages) {
      found.push(...Contents.map(({ Key }) => Key));
      groups.push(...CommonPrefixes.map(({ Prefix }) => Prefix));
    }
    expect(found).toEqual(['a', 'a-b', 'a.txt', 'a0']);
    expect(groups).toEqual(['a/']);
  });

  it('knows a copy by its true key, and no longer what was deleted', async () => {
    const Key = `copies/${LONG}`;
    await client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/a.txt` }));
    expect(await keys({ Prefix: 'copies/' })).toEqual([Key]);
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    expect(await keys({ Prefix: 'copies/' })).toEqual([]);
  });

  it('is how everything below a prefix is found and deleted', async () => {
    const below = ['purge/a b&<c>.txt', 'purge/ü"\'\r\n', 'purge/12/34', 'purge/ spaces ', `purge/${LONG}`];
    for (const Key of [...below, 'purged.txt']) await client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
    const pages = paginateListObjectsV2({ client, pageSize: 2 }, { Bucket, Prefix: 'purge/' });
    const deleted: (string | undefined)[] = [];
    for await (const { Contents = [] } of pages) {
      const Objects = Contents.map(({ Key }) => ({ Key }));
      const answer = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
      expect(answer.Errors).toBeUndefined();
      deleted.push(...(answer.Deleted ?? []).map(({ Key }) => Key));
    }
    expect([...deleted].sort()).toEqual([...below].sort());
    expect(await keys({ Prefix: 'purge' })).toEqual(['purged.txt']);
    // What is gone already, or never was, counts as deleted; whoever asks for quiet hears of nothing else.
    const again = (Quiet: boolean) =>
      client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'purge/12/34' }], Quiet } }));
    expect((await again(false)).Deleted).toEqual([{ Key: 'purge/12/34' }]);
    expect((await again(true)).Deleted).toBeUndefined();
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'purged.txt' }));
    expect(await keys({ Prefix: 'purge' })).toEqual([]);
  });

  it('does not lead out of the bucket', async () => {
    const outside = ['outside', 'outside.json'].map((name) => join(directory, 'buckets', name));
    for (const file of outside) writeFileSync(file, 'x');
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: '../outside' }] } }));
    for (const file of outside) expect(existsSync(file)).toBe(true);
  });

  it('refuses a list of nothing, or of too much', async () => {
    const refused = (Objects: { Key: string }[]) =>
      expect(client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))).rejects.toMatchObject({
        name: 'MalformedXML',
      });
    await refused([]);
    await refused(Array.from({ length: 1001 }, (_, index) => ({ Key: `k${index}` })));
  });

  it('refuses what makes no sense', async () => {
    await expect(list({ ContinuationToken: 'made up' })).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(list({ MaxKeys: -1 })).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(list({ Bucket: 'other' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
    expect(await list({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });
});

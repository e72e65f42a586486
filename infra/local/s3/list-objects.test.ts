/** Tests of lists and multi-object deletions in the local S3. S3 orders keys by their bytes in UTF-8. */
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
import { HttpServer } from '../http/http-server.ts';
import { S3Server } from './s3-server.ts';

const Bucket = 'files';
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const directory = mkdtempSync(join(tmpdir(), 'fathom-list-'));
const events: string[] = [];
const server = new S3Server({
  directory,
  credentials,
  buckets: [{ ref: Bucket, properties: {} }],
  onObjectEvent: ({ eventName, key }) => events.push(`${eventName} ${key}`),
});
const http = new HttpServer(server.handle);
let client: S3Client;

/** A part of a key that spans several folders on disk, with characters that XML escapes. */
const LONG = `${'ü'.repeat(200)} & <the end>`;

/** Keys in the order of their UTF-8 bytes, which differs from the order of JavaScript strings and of folders. */
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
  // UTF-16 would sort the second character first.
  'u/\u{FF5E}',
  'u/\u{1F419}',
];

// The tests share one bucket with these objects. A test that stores further objects deletes them.
beforeAll(async () => {
  client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${await http.start()}/s3`,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  for (const Key of [...KEYS].reverse()) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
});

afterAll(async () => {
  await http.close();
  rmSync(directory, { recursive: true, force: true });
});

const listObjects = (input: Partial<ListObjectsV2CommandInput> = {}) =>
  client.send(new ListObjectsV2Command({ Bucket, ...input }));
const listKeys = async (input: Partial<ListObjectsV2CommandInput>) =>
  ((await listObjects(input)).Contents ?? []).map(({ Key }) => Key);

describe('ListObjects', () => {
  it('returns the keys in the order of their bytes', async () => {
    expect(await listKeys({})).toEqual(KEYS);

    // The first version of ListObjectsV2.
    const { Contents } = await client.send(new ListObjectsCommand({ Bucket }));
    expect(Contents?.map(({ Key }) => Key)).toEqual(KEYS);
  });

  it('returns the same size, ETag, and date as HeadObject', async () => {
    const { Contents = [] } = await listObjects({ Prefix: 'long/' });
    expect(Contents).toHaveLength(3);

    for (const { Key, ETag, Size, LastModified } of Contents) {
      const head = await client.send(new HeadObjectCommand({ Bucket, Key }));
      expect({ ETag, Size, LastModified }).toEqual({
        ETag: head.ETag,
        Size: head.ContentLength,
        LastModified: head.LastModified,
      });
      expect(Size).toBe(Buffer.byteLength(Key ?? ''));
    }
  });

  it.each([1, 2, 5, 12])('returns every key once in pages of %i', async (pageSize) => {
    const pages: (string | undefined)[][] = [];
    for await (const { Contents = [], KeyCount } of paginateListObjectsV2({ client, pageSize }, { Bucket })) {
      expect(KeyCount).toBe(Contents.length);
      pages.push(Contents.map(({ Key }) => Key));
    }

    expect(pages.flat()).toEqual(KEYS);
    expect(pages).toHaveLength(Math.ceil(KEYS.length / pageSize));
  });

  it('returns only keys with a prefix, even if the prefix is not a folder', async () => {
    expect(await listKeys({ Prefix: 'a/' })).toEqual(['a/1', 'a/b/2', 'a/c.txt']);
    expect(await listKeys({ Prefix: 'long/ü' })).toEqual(KEYS.filter((key) => key.startsWith('long/')));
    expect(await listKeys({ Prefix: `long/${LONG}/` })).toHaveLength(2);
    expect(await listKeys({ Prefix: 'none' })).toEqual([]);
  });

  it('starts after a key, even if the key does not exist', async () => {
    expect(await listKeys({ StartAfter: 'a/b/2', MaxKeys: 2 })).toEqual(['a/c.txt', 'a0']);
    expect(await listKeys({ StartAfter: 'a/b', Prefix: 'a/' })).toEqual(['a/b/2', 'a/c.txt']);
  });

  it('groups keys by a delimiter across pages', async () => {
    const groups: (string | undefined)[] = [];
    const ungroupedKeys: (string | undefined)[] = [];
    const pages = paginateListObjectsV2({ client, pageSize: 1 }, { Bucket, Prefix: 'a', Delimiter: '/' });
    for await (const { Contents = [], CommonPrefixes = [] } of pages) {
      ungroupedKeys.push(...Contents.map(({ Key }) => Key));
      groups.push(...CommonPrefixes.map(({ Prefix }) => Prefix));
    }

    expect(ungroupedKeys).toEqual(['a', 'a-b', 'a.txt', 'a0']);
    expect(groups).toEqual(['a/']);
  });

  it('returns copies and omits deleted objects', async () => {
    const Key = `copies/${LONG}`;
    await client.send(
      new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/a.txt`, TaggingDirective: 'REPLACE' }),
    );
    expect(await listKeys({ Prefix: 'copies/' })).toEqual([Key]);

    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    expect(await listKeys({ Prefix: 'copies/' })).toEqual([]);
  });

  it('lists the objects under a prefix in pages while DeleteObjects deletes them', async () => {
    const matchingKeys = ['purge/a b&<c>.txt', 'purge/ü"\'\r\n', 'purge/12/34', 'purge/ spaces ', `purge/${LONG}`];
    for (const Key of [...matchingKeys, 'purged.txt']) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
    }

    const pages = paginateListObjectsV2({ client, pageSize: 2 }, { Bucket, Prefix: 'purge/' });
    const deletedKeys: (string | undefined)[] = [];
    for await (const { Contents = [] } of pages) {
      const Objects = Contents.map(({ Key }) => ({ Key }));
      const response = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
      expect(response.Errors).toBeUndefined();
      deletedKeys.push(...(response.Deleted ?? []).map(({ Key }) => Key));
    }

    expect([...deletedKeys].sort()).toEqual([...matchingKeys].sort());
    expect(await listKeys({ Prefix: 'purge' })).toEqual(['purged.txt']);

    await client.send(new DeleteObjectCommand({ Bucket, Key: 'purged.txt' }));
    expect(await listKeys({ Prefix: 'purge' })).toEqual([]);
  });

  it('reports each object that DeleteObjects deletes as an event', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'purge/1', Body: 'x' }));
    events.length = 0;

    const Objects = [{ Key: 'purge/1' }, { Key: 'purge/missing' }];
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));

    expect(events).toEqual(['ObjectRemoved:Delete purge/1']);
  });

  it.each([
    ['a missing key as deleted', false, [{ Key: 'purge/12/34' }]],
    ['no key to a quiet DeleteObjects', true, undefined],
  ])('reports %s', async (_, Quiet, deletedKeys) => {
    const Delete = { Objects: [{ Key: 'purge/12/34' }], Quiet };
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));

    expect(Deleted).toEqual(deletedKeys);
  });

  it('cannot delete files outside the bucket', async () => {
    const outsideFiles = ['outside', 'outside.json'].map((name) => join(directory, 'buckets', name));
    for (const file of outsideFiles) writeFileSync(file, 'x');

    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: '../outside' }] } }));

    for (const file of outsideFiles) expect(existsSync(file)).toBe(true);
  });

  it('accepts a DeleteObjects list with 1,000 keys', async () => {
    const Objects = Array.from({ length: 1000 }, (_, index) => ({ Key: `none/${index}` }));
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));

    expect(Deleted).toHaveLength(1000);
  });

  it('rejects a DeleteObjects list with no keys or more than 1,000', async () => {
    const expectMalformed = (Objects: { Key: string }[]) =>
      expect(client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))).rejects.toMatchObject({
        name: 'MalformedXML',
      });

    await expectMalformed([]);
    await expectMalformed(Array.from({ length: 1001 }, (_, index) => ({ Key: `k${index}` })));
  });

  it.each([
    ['an invalid token', { ContinuationToken: 'made up' }, 'InvalidArgument'],
    ['a negative limit', { MaxKeys: -1 }, 'InvalidArgument'],
    ['the name of an unknown bucket', { Bucket: 'other' }, 'NoSuchBucket'],
  ])('rejects a list with %s', async (_, input, name) => {
    await expect(listObjects(input)).rejects.toMatchObject({ name });
  });

  it('returns an empty last page for a limit of zero', async () => {
    expect(await listObjects({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });
});

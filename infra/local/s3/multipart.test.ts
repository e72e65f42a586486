import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  paginateListParts,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectEvent } from './notifications.ts';
import { ObjectStorage } from './s3.ts';

const Bucket = 'files';
const CORS_RULE = { AllowedOrigins: ['*'], AllowedMethods: ['PUT'], ExposedHeaders: ['ETag'] };
const MINIMUM = 5 * 1024 * 1024;
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const directory = mkdtempSync(join(tmpdir(), 'fathom-multipart-'));
const part = randomBytes(MINIMUM);

let storage: ObjectStorage | undefined;
let client: S3Client;
let stored: ObjectEvent[];

async function start(): Promise<void> {
  await storage?.close();
  stored = [];
  storage = new ObjectStorage({
    directory,
    credentials,
    buckets: [{ ref: Bucket, properties: { CorsConfiguration: { CorsRules: [CORS_RULE] } } }],
    onStored: (object) => stored.push(object),
  });
  const endpoint = `http://127.0.0.1:${await storage.start()}`;
  client = new S3Client({
    region: 'us-east-1',
    endpoint,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
}

beforeEach(() => start());
afterAll(async () => {
  await storage?.close();
  rmSync(directory, { recursive: true, force: true });
});

const create = async (Key: string, settings: object = {}) => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...settings }));
  return { Bucket, Key, UploadId };
};
type Begun = Awaited<ReturnType<typeof create>>;
const upload = async (begun: Begun, PartNumber: number, Body: string | Buffer) => {
  const { ETag } = await client.send(new UploadPartCommand({ ...begun, PartNumber, Body }));
  return { PartNumber, ETag };
};
const complete = (begun: Begun, Parts: { PartNumber: number; ETag: string | undefined }[]) =>
  client.send(new CompleteMultipartUploadCommand({ ...begun, MultipartUpload: { Parts } }));
const partsOf = async (begun: Begun) => (await client.send(new ListPartsCommand(begun))).Parts ?? [];
const partUrl = (begun: Begun, PartNumber: number, ContentLength: number) =>
  getSignedUrl(client, new UploadPartCommand({ ...begun, PartNumber, ContentLength }), {
    signableHeaders: new Set(['content-length', 'host']),
  });
const md5 = (content: string | Buffer) => createHash('md5').update(content).digest();

describe('a multipart upload', () => {
  it('becomes the object of its parts, with the type and the metadata of its creation', async () => {
    const begun = await create('films/a film (ü).mp4', { ContentType: 'video/mp4', Metadata: { by: 'ada' } });
    const parts = [await upload(begun, 1, part), await upload(begun, 7, 'the end')];
    const eTag = `${createHash('md5').update(md5(part)).update(md5('the end')).digest('hex')}-2`;
    expect(await complete(begun, parts)).toMatchObject({ Key: begun.Key, ETag: `"${eTag}"` });
    expect(stored).toEqual([
      {
        bucket: Bucket,
        key: begun.Key,
        eventName: 'ObjectCreated:CompleteMultipartUpload',
        size: MINIMUM + 7,
        eTag,
      },
    ]);
    expect(await client.send(new HeadObjectCommand(begun))).toMatchObject({
      ContentType: 'video/mp4',
      ContentLength: MINIMUM + 7,
      ETag: `"${eTag}"`,
      Metadata: { by: 'ada' },
    });
    const { Body } = await client.send(new GetObjectCommand({ ...begun, Range: `bytes=${MINIMUM - 2}-` }));
    expect(await Body?.transformToByteArray()).toEqual(
      new Uint8Array(Buffer.concat([part.subarray(-2), Buffer.from('the end')])),
    );
    await expect(partsOf(begun)).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  it('takes parts from a page by URLs that fix their length, and lets it read their ETags', async () => {
    const begun = await create('page.bin');
    const url = await partUrl(begun, 1, 5);
    const headers = { origin: 'https://page.example' };
    const longer = await fetch(url, { method: 'PUT', body: 'longer', headers });
    expect(longer.status).toBe(403);
    const other = await fetch(url.replace('partNumber=1', 'partNumber=2'), { method: 'PUT', body: 'hello', headers });
    expect(other.status).toBe(403);
    const answer = await fetch(url, { method: 'PUT', body: 'hello', headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-expose-headers')).toBe('ETag');
    expect(answer.headers.get('etag')).toBe(`"${md5('hello').toString('hex')}"`);
    expect(await partsOf(begun)).toMatchObject([{ PartNumber: 1, Size: 5, ETag: answer.headers.get('etag') }]);
  });

  it('keeps the last of several parts with one number', async () => {
    const begun = await create('again.txt');
    await upload(begun, 1, 'first');
    const last = await upload(begun, 1, 'second');
    expect(await partsOf(begun)).toMatchObject([{ ETag: last.ETag, Size: 6 }]);
    const bodies = Array.from({ length: 8 }, (_, index) => `at once ${index}`);
    await Promise.all(bodies.map((body) => upload(begun, 1, body)));
    expect(await partsOf(begun)).toHaveLength(1);
  });

  it('is made of the parts that count when it is completed, in whatever order and how often they came', async () => {
    const begun = await create('shuffled.bin');
    const second = await upload(begun, 2, part);
    await upload(begun, 1, 'replaced');
    const third = await upload(begun, 3, 'end');
    await upload(begun, 4, 'left out');
    const first = await upload(begun, 1, part);
    await complete(begun, [first, second, third]);
    const { Body } = await client.send(new GetObjectCommand(begun));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(Buffer.concat([part, part, Buffer.from('end')]))).toBe(true);
    expect(readdirSync(join(directory, 'uploads', Bucket))).not.toContain(begun.UploadId);
    expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
  });

  it('keeps nothing of a part that breaks off', async () => {
    const begun = await create('broken.bin');
    const url = await partUrl(begun, 1, 1_000_000);
    const incoming = () => readdirSync(join(directory, 'incoming'));
    await new Promise<void>((resolve) => {
      const sent = request(url, { method: 'PUT', headers: { 'content-length': 1_000_000 } });
      sent.on('error', () => resolve());
      sent.write('only a part of it', () =>
        expect
          .poll(incoming)
          .toHaveLength(1)
          .then(() => sent.destroy()),
      );
    });
    await expect.poll(incoming).toEqual([]);
    expect(await partsOf(begun)).toEqual([]);
  });

  it('tells its parts page by page', async () => {
    const begun = await create('paged.bin');
    for (const number of [3, 1, 12, 10_000]) await upload(begun, number, `part ${number}`);
    const pages: (number | undefined)[][] = [];
    for await (const { Parts = [] } of paginateListParts({ client, pageSize: 3 }, begun)) {
      pages.push(Parts.map(({ PartNumber }) => PartNumber));
    }
    expect(pages).toEqual([[1, 3, 12], [10_000]]);
    expect(await client.send(new ListPartsCommand({ ...begun, PartNumberMarker: '12' }))).toMatchObject({
      IsTruncated: false,
      Parts: [{ PartNumber: 10_000 }],
    });
  });

  it('and its parts are gone when it is aborted', async () => {
    const begun = await create('aborted.bin');
    await upload(begun, 1, 'hello');
    const { $metadata } = await client.send(new AbortMultipartUploadCommand(begun));
    expect($metadata.httpStatusCode).toBe(204);
    expect(readdirSync(join(directory, 'uploads', Bucket))).not.toContain(begun.UploadId);
    await expect(upload(begun, 2, 'late')).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(client.send(new AbortMultipartUploadCommand(begun))).rejects.toMatchObject({ name: 'NoSuchUpload' });
    expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
  });

  it('goes on after a restart', async () => {
    const begun = await create('kept.txt', { ContentType: 'text/plain' });
    const first = await upload(begun, 1, part);
    await start();
    await complete(begun, [first, await upload(begun, 2, 'after it')]);
    expect(await client.send(new HeadObjectCommand(begun))).toMatchObject({
      ContentType: 'text/plain',
      ContentLength: MINIMUM + 8,
    });
  });

  it.each([0, 10_001, 1.5])('takes no part with the number %d', async (number) => {
    await expect(upload(await create('numbers.bin'), number, 'x')).rejects.toMatchObject({ name: 'InvalidArgument' });
  });

  it('is known by its own key only', async () => {
    const begun = await create('own.bin');
    const other = { ...begun, Key: 'other.bin' };
    await expect(upload(other, 1, 'x')).rejects.toMatchObject({ name: 'NoSuchUpload' });
    const outside = { ...begun, UploadId: '../../objects' };
    await expect(partsOf(outside)).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });
});

describe('completing a multipart upload', () => {
  it.each<[string, string, (a: string | undefined, b: string | undefined) => [number, string | undefined][]]>([
    [
      'a part that was never uploaded',
      'InvalidPart',
      (a) => [
        [1, a],
        [3, a],
      ],
    ],
    [
      'another ETag',
      'InvalidPart',
      (a) => [
        [1, a],
        [2, a],
      ],
    ],
    [
      'its parts in another order',
      'InvalidPartOrder',
      (a, b) => [
        [2, b],
        [1, a],
      ],
    ],
    [
      'a part twice',
      'InvalidPartOrder',
      (a) => [
        [1, a],
        [1, a],
      ],
    ],
    [
      'a small part before the last',
      'EntityTooSmall',
      (a, b) => [
        [1, a],
        [2, b],
      ],
    ],
    ['no part', 'MalformedXML', () => []],
  ])('is refused with %s', async (_, name, choose) => {
    const begun = await create('refused.bin');
    const [first, second] = [await upload(begun, 1, 'small'), await upload(begun, 2, 'last')];
    const parts = choose(first.ETag, second.ETag).map(([PartNumber, ETag]) => ({ PartNumber, ETag }));
    await expect(complete(begun, parts)).rejects.toMatchObject({ name });
    // It can be tried again, with what was right.
    expect(await partsOf(begun)).toHaveLength(2);
    await complete(begun, [second]);
  });

  it('is refused for an upload that does not exist', async () => {
    const unknown = { Bucket, Key: 'a', UploadId: '0'.repeat(32) };
    await expect(complete(unknown, [{ PartNumber: 1, ETag: 'x' }])).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });
});

describe('completing an upload with If-None-Match: *', () => {
  it('fails if the key has an object, and leaves the upload', async () => {
    const first = await create('only-once.txt');
    const second = await create('only-once.txt');
    const once = async (begun: Begun) => {
      const Parts = [await upload(begun, 1, `by ${begun.UploadId}`)];
      return client.send(
        new CompleteMultipartUploadCommand({ ...begun, IfNoneMatch: '*', MultipartUpload: { Parts } }),
      );
    };
    await once(first);
    await expect(once(second)).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(await partsOf(second)).toHaveLength(1);
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'only-once.txt' }));
    expect(await Body?.transformToString()).toBe(`by ${first.UploadId}`);
  });

  it('completes once when two requests complete it at the same time', async () => {
    const begun = await create('raced.bin');
    const parts = [await upload(begun, 1, part), await upload(begun, 2, 'end')];
    const results = await Promise.allSettled([complete(begun, parts), complete(begun, parts)]);
    for (const result of results.filter(({ status }) => status === 'rejected')) {
      expect(result).toMatchObject({ reason: { name: 'NoSuchUpload' } });
    }
    expect(results).toContainEqual(expect.objectContaining({ status: 'fulfilled' }));
    expect(await client.send(new HeadObjectCommand(begun))).toMatchObject({ ContentLength: MINIMUM + 3 });
  });
});

describe('the uploads of a bucket', () => {
  it('are listed by key, for a prefix, page by page', async () => {
    const begun = [await create('list/b'), await create('list/a'), await create('other/c'), await create('list/b')];
    const page = (more: object = {}) =>
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'list/', MaxUploads: 2, ...more }));
    const first = await page();
    expect(first).toMatchObject({ IsTruncated: true, Uploads: [{ Key: 'list/a' }, { Key: 'list/b' }] });
    const second = await page({ KeyMarker: first.NextKeyMarker, UploadIdMarker: first.NextUploadIdMarker });
    expect(second).toMatchObject({ IsTruncated: false, Uploads: [{ Key: 'list/b' }] });
    const listed = [...(first.Uploads ?? []), ...(second.Uploads ?? [])].map(({ UploadId }) => UploadId).sort();
    expect(listed).toEqual([begun[0], begun[1], begun[3]].map((one) => one?.UploadId).sort());
  });
});

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
import { HttpServer } from '../http/http-server.ts';
import type { ObjectEvent } from './notifications.ts';
import { S3Server } from './s3-server.ts';

const Bucket = 'files';
const CORS_RULE = { AllowedOrigins: ['*'], AllowedMethods: ['PUT'], ExposedHeaders: ['ETag'] };
const MIN_PART_BYTES = 5 * 1024 * 1024;
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const directory = mkdtempSync(join(tmpdir(), 'fathom-multipart-'));
const part = randomBytes(MIN_PART_BYTES);

let http: HttpServer | undefined;
let client: S3Client;
let events: ObjectEvent[];

async function start(): Promise<void> {
  await http?.close();
  events = [];
  const storage = new S3Server({
    directory,
    credentials,
    buckets: [{ ref: Bucket, properties: { CorsConfiguration: { CorsRules: [CORS_RULE] } } }],
    onObjectEvent: (event) => events.push(event),
  });

  http = new HttpServer(storage.handle);
  const endpoint = `http://127.0.0.1:${await http.start()}/s3`;
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
  await http?.close();
  rmSync(directory, { recursive: true, force: true });
});

const create = async (Key: string, settings: object = {}) => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...settings }));
  return { Bucket, Key, UploadId };
};
type CreatedUpload = Awaited<ReturnType<typeof create>>;
const upload = async (created: CreatedUpload, PartNumber: number, Body: string | Buffer) => {
  const { ETag } = await client.send(new UploadPartCommand({ ...created, PartNumber, Body }));
  return { PartNumber, ETag };
};
const complete = (created: CreatedUpload, Parts: { PartNumber: number; ETag: string | undefined }[]) =>
  client.send(new CompleteMultipartUploadCommand({ ...created, MultipartUpload: { Parts } }));
const partsOf = async (created: CreatedUpload) => (await client.send(new ListPartsCommand(created))).Parts ?? [];
const partUrl = (created: CreatedUpload, PartNumber: number, ContentLength: number) =>
  getSignedUrl(client, new UploadPartCommand({ ...created, PartNumber, ContentLength }), {
    signableHeaders: new Set(['content-length', 'host']),
  });
const md5 = (content: string | Buffer) => createHash('md5').update(content).digest();

describe('multipart upload', () => {
  it('creates an object from its parts, with the type and metadata of the upload', async () => {
    const created = await create('films/a film (ü).mp4', { ContentType: 'video/mp4', Metadata: { by: 'ada' } });
    const parts = [await upload(created, 1, part), await upload(created, 7, 'the end')];
    const eTag = `${createHash('md5').update(md5(part)).update(md5('the end')).digest('hex')}-2`;
    expect(await complete(created, parts)).toMatchObject({ Key: created.Key, ETag: `"${eTag}"` });
    expect(events).toEqual([
      {
        bucket: Bucket,
        key: created.Key,
        eventName: 'ObjectCreated:CompleteMultipartUpload',
        size: MIN_PART_BYTES + 7,
        eTag,
      },
    ]);
    expect(await client.send(new HeadObjectCommand(created))).toMatchObject({
      ContentType: 'video/mp4',
      ContentLength: MIN_PART_BYTES + 7,
      ETag: `"${eTag}"`,
      Metadata: { by: 'ada' },
    });

    const { Body } = await client.send(new GetObjectCommand({ ...created, Range: `bytes=${MIN_PART_BYTES - 2}-` }));
    expect(await Body?.transformToByteArray()).toEqual(
      new Uint8Array(Buffer.concat([part.subarray(-2), Buffer.from('the end')])),
    );
    await expect(partsOf(created)).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  it('accepts parts by presigned URL from browsers and exposes their ETags', async () => {
    const created = await create('page.bin');
    const url = await partUrl(created, 1, 5);
    const headers = { origin: 'https://page.example' };
    const longer = await fetch(url, { method: 'PUT', body: 'longer', headers });
    expect(longer.status).toBe(403);
    const other = await fetch(url.replace('partNumber=1', 'partNumber=2'), { method: 'PUT', body: 'hello', headers });
    expect(other.status).toBe(403);

    const response = await fetch(url, { method: 'PUT', body: 'hello', headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-expose-headers')).toBe('ETag');
    expect(response.headers.get('etag')).toBe(`"${md5('hello').toString('hex')}"`);
    expect(await partsOf(created)).toMatchObject([{ PartNumber: 1, Size: 5, ETag: response.headers.get('etag') }]);
  });

  it('keeps only the last part with the same number', async () => {
    const created = await create('again.txt');
    await upload(created, 1, 'first');
    const last = await upload(created, 1, 'second');
    expect(await partsOf(created)).toMatchObject([{ ETag: last.ETag, Size: 6 }]);
    const bodies = Array.from({ length: 8 }, (_, index) => `at once ${index}`);
    await Promise.all(bodies.map((body) => upload(created, 1, body)));
    expect(await partsOf(created)).toHaveLength(1);
  });

  it('joins the listed parts, regardless of upload order and replaced parts', async () => {
    const created = await create('shuffled.bin');
    const second = await upload(created, 2, part);
    await upload(created, 1, 'replaced');
    const third = await upload(created, 3, 'end');
    await upload(created, 4, 'left out');
    const first = await upload(created, 1, part);
    await complete(created, [first, second, third]);
    const { Body } = await client.send(new GetObjectCommand(created));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);

    expect(bytes.equals(Buffer.concat([part, part, Buffer.from('end')]))).toBe(true);
    expect(readdirSync(join(directory, 'uploads', Bucket))).not.toContain(created.UploadId);
    expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
  });

  it('keeps nothing of an interrupted part', async () => {
    const created = await create('broken.bin');
    const url = await partUrl(created, 1, 1_000_000);
    const incoming = () => readdirSync(join(directory, 'incoming'));
    await new Promise<void>((resolve) => {
      const uploadRequest = request(url, { method: 'PUT', headers: { 'content-length': 1_000_000 } });
      uploadRequest.on('error', () => resolve());
      uploadRequest.write('only a part of it', () =>
        expect
          .poll(incoming)
          .toHaveLength(1)
          .then(() => uploadRequest.destroy()),
      );
    });

    await expect.poll(incoming).toEqual([]);
    expect(await partsOf(created)).toEqual([]);
  });

  it('lists its parts page by page', async () => {
    const created = await create('paged.bin');
    for (const number of [3, 1, 12, 10_000]) await upload(created, number, `part ${number}`);
    const pages: (number | undefined)[][] = [];
    for await (const { Parts = [] } of paginateListParts({ client, pageSize: 3 }, created)) {
      pages.push(Parts.map(({ PartNumber }) => PartNumber));
    }
    expect(pages).toEqual([[1, 3, 12], [10_000]]);
    expect(await client.send(new ListPartsCommand({ ...created, PartNumberMarker: '12' }))).toMatchObject({
      IsTruncated: false,
      Parts: [{ PartNumber: 10_000 }],
    });
  });

  it('is deleted with its parts when it is aborted', async () => {
    const created = await create('aborted.bin');
    await upload(created, 1, 'hello');
    const { $metadata } = await client.send(new AbortMultipartUploadCommand(created));
    expect($metadata.httpStatusCode).toBe(204);
    expect(readdirSync(join(directory, 'uploads', Bucket))).not.toContain(created.UploadId);
    await expect(upload(created, 2, 'late')).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(client.send(new AbortMultipartUploadCommand(created))).rejects.toMatchObject({ name: 'NoSuchUpload' });
    expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
  });

  it('continues after a restart', async () => {
    const created = await create('restarted.txt', { ContentType: 'text/plain' });
    const first = await upload(created, 1, part);
    await start();
    await complete(created, [first, await upload(created, 2, 'after it')]);
    expect(await client.send(new HeadObjectCommand(created))).toMatchObject({
      ContentType: 'text/plain',
      ContentLength: MIN_PART_BYTES + 8,
    });
  });

  it.each([0, 10_001, 1.5])('rejects the part number %d', async (number) => {
    await expect(upload(await create('numbers.bin'), number, 'x')).rejects.toMatchObject({ name: 'InvalidArgument' });
  });

  it('is found only by its key and ID', async () => {
    const created = await create('own.bin');
    const other = { ...created, Key: 'other.bin' };
    await expect(upload(other, 1, 'x')).rejects.toMatchObject({ name: 'NoSuchUpload' });
    const outside = { ...created, UploadId: '../../objects' };
    await expect(partsOf(outside)).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });
});

describe('CompleteMultipartUpload', () => {
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
      'parts in the wrong order',
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
  ])('rejects %s', async (_, name, choose) => {
    const created = await create('refused.bin');
    const [first, second] = [await upload(created, 1, 'small'), await upload(created, 2, 'last')];
    const parts = choose(first.ETag, second.ETag).map(([PartNumber, ETag]) => ({ PartNumber, ETag }));
    await expect(complete(created, parts)).rejects.toMatchObject({ name });
    // The client can try again with valid parts.
    expect(await partsOf(created)).toHaveLength(2);
    await complete(created, [second]);
  });

  it('rejects an unknown upload', async () => {
    const unknown = { Bucket, Key: 'a', UploadId: '0'.repeat(32) };
    await expect(complete(unknown, [{ PartNumber: 1, ETag: 'x' }])).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });
});

describe('CompleteMultipartUpload with If-None-Match: *', () => {
  it('fails and keeps the upload if the key has an object', async () => {
    const first = await create('only-once.txt');
    const second = await create('only-once.txt');
    const completeOnce = async (created: CreatedUpload) => {
      const Parts = [await upload(created, 1, `by ${created.UploadId}`)];
      return client.send(
        new CompleteMultipartUploadCommand({ ...created, IfNoneMatch: '*', MultipartUpload: { Parts } }),
      );
    };
    await completeOnce(first);
    await expect(completeOnce(second)).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(await partsOf(second)).toHaveLength(1);

    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'only-once.txt' }));
    expect(await Body?.transformToString()).toBe(`by ${first.UploadId}`);
  });

  it('completes once when two requests complete it at the same time', async () => {
    const created = await create('raced.bin');
    const parts = [await upload(created, 1, part), await upload(created, 2, 'end')];
    const results = await Promise.allSettled([complete(created, parts), complete(created, parts)]);
    for (const result of results.filter(({ status }) => status === 'rejected')) {
      expect(result).toMatchObject({ reason: { name: 'NoSuchUpload' } });
    }
    expect(results).toContainEqual(expect.objectContaining({ status: 'fulfilled' }));
    expect(await client.send(new HeadObjectCommand(created))).toMatchObject({ ContentLength: MIN_PART_BYTES + 3 });
  });
});

describe('ListMultipartUploads', () => {
  it('lists the uploads under a prefix by key, page by page', async () => {
    const created = [await create('list/b'), await create('list/a'), await create('other/c'), await create('list/b')];
    const page = (more: object = {}) =>
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'list/', MaxUploads: 2, ...more }));
    const first = await page();
    expect(first).toMatchObject({ IsTruncated: true, Uploads: [{ Key: 'list/a' }, { Key: 'list/b' }] });
    const second = await page({ KeyMarker: first.NextKeyMarker, UploadIdMarker: first.NextUploadIdMarker });
    expect(second).toMatchObject({ IsTruncated: false, Uploads: [{ Key: 'list/b' }] });
    const uploadIds = [...(first.Uploads ?? []), ...(second.Uploads ?? [])].map(({ UploadId }) => UploadId).sort();
    expect(uploadIds).toEqual([created[0], created[1], created[3]].map((upload) => upload?.UploadId).sort());
  });
});

/** Tests of multipart uploads (in parts, which are then joined) in the local S3. PascalCase names are S3's fields. */
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
const MIN_PART_BYTES = 5 * 1024 * 1024; // S3's minimum for every part except the last
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const directory = mkdtempSync(join(tmpdir(), 'fathom-multipart-'));
const fullPart = randomBytes(MIN_PART_BYTES);

let http: HttpServer | undefined;
let client: S3Client;
let events: ObjectEvent[];

async function startServer(): Promise<void> {
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

beforeEach(() => startServer());

afterAll(async () => {
  await http?.close();
  rmSync(directory, { recursive: true, force: true });
});

const createUpload = async (Key: string, settings: object = {}) => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...settings }));
  return { Bucket, Key, UploadId };
};
type CreatedUpload = Awaited<ReturnType<typeof createUpload>>;
type UploadedPart = Awaited<ReturnType<typeof putPart>>;
const putPart = async (upload: CreatedUpload, PartNumber: number, Body: string | Buffer) => {
  const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
  return { PartNumber, ETag };
};
const completeUpload = (upload: CreatedUpload, Parts: UploadedPart[]) =>
  client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
const listParts = async (upload: CreatedUpload) => (await client.send(new ListPartsCommand(upload))).Parts ?? [];
const signPartUrl = (upload: CreatedUpload, PartNumber: number, ContentLength: number) =>
  getSignedUrl(client, new UploadPartCommand({ ...upload, PartNumber, ContentLength }), {
    signableHeaders: new Set(['content-length', 'host']),
  });
const hashMd5 = (content: string | Buffer) => createHash('md5').update(content).digest();

describe('multipart upload', () => {
  it('creates an object from its parts, with the type and metadata of the upload', async () => {
    const upload = await createUpload('films/a film (ü).mp4', { ContentType: 'video/mp4', Metadata: { by: 'ada' } });
    const parts = [await putPart(upload, 1, fullPart), await putPart(upload, 7, 'the end')];
    const eTag = `${createHash('md5').update(hashMd5(fullPart)).update(hashMd5('the end')).digest('hex')}-2`;

    expect(await completeUpload(upload, parts)).toMatchObject({ Key: upload.Key, ETag: `"${eTag}"` });
    expect(events).toEqual([
      {
        bucket: Bucket,
        key: upload.Key,
        eventName: 'ObjectCreated:CompleteMultipartUpload',
        size: MIN_PART_BYTES + 'the end'.length,
        eTag,
      },
    ]);
    expect(await client.send(new HeadObjectCommand(upload))).toMatchObject({
      ContentType: 'video/mp4',
      ContentLength: MIN_PART_BYTES + 'the end'.length,
      ETag: `"${eTag}"`,
      Metadata: { by: 'ada' },
    });

    const { Body } = await client.send(new GetObjectCommand({ ...upload, Range: `bytes=${MIN_PART_BYTES - 2}-` }));
    expect(await Body?.transformToByteArray()).toEqual(
      new Uint8Array(Buffer.concat([fullPart.subarray(-2), Buffer.from('the end')])),
    );
    await expect(listParts(upload)).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  it('accepts parts by presigned URL from browsers and exposes their ETags', async () => {
    const upload = await createUpload('page.bin');
    const url = await signPartUrl(upload, 1, 5);
    const headers = { origin: 'https://page.example' };
    const putBody = (signedUrl: string, body: string) => fetch(signedUrl, { method: 'PUT', body, headers });

    const longerResponse = await putBody(url, 'longer');
    expect(longerResponse.status).toBe(403);

    const otherPartResponse = await putBody(url.replace('partNumber=1', 'partNumber=2'), 'hello');
    expect(otherPartResponse.status).toBe(403);

    const response = await putBody(url, 'hello');
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-expose-headers')).toBe('ETag');
    expect(response.headers.get('etag')).toBe(`"${hashMd5('hello').toString('hex')}"`);
    expect(await listParts(upload)).toMatchObject([{ PartNumber: 1, Size: 5, ETag: response.headers.get('etag') }]);
  });

  it('keeps only the last part with the same number', async () => {
    const upload = await createUpload('again.txt');
    await putPart(upload, 1, 'first');
    const lastPart = await putPart(upload, 1, 'second');

    expect(await listParts(upload)).toMatchObject([{ ETag: lastPart.ETag, Size: 6 }]);

    const bodies = Array.from({ length: 8 }, (_, index) => `concurrent ${index}`);
    await Promise.all(bodies.map((body) => putPart(upload, 1, body)));
    expect(await listParts(upload)).toHaveLength(1);
  });

  it('joins the listed parts, regardless of upload order and replaced parts', async () => {
    const upload = await createUpload('shuffled.bin');
    const secondPart = await putPart(upload, 2, fullPart);
    await putPart(upload, 1, 'replaced');
    const thirdPart = await putPart(upload, 3, 'end');
    await putPart(upload, 4, 'left out');
    const firstPart = await putPart(upload, 1, fullPart);

    await completeUpload(upload, [firstPart, secondPart, thirdPart]);

    const { Body } = await client.send(new GetObjectCommand(upload));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);

    expect(bytes.equals(Buffer.concat([fullPart, fullPart, Buffer.from('end')]))).toBe(true);
    expect(readdirSync(join(directory, 'uploads', Bucket))).not.toContain(upload.UploadId);
    expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
  });

  it('keeps nothing of an interrupted part', async () => {
    const upload = await createUpload('broken.bin');
    const url = await signPartUrl(upload, 1, 1_000_000);
    const listIncoming = () => readdirSync(join(directory, 'incoming'));

    await new Promise<void>((resolve) => {
      const uploadRequest = request(url, { method: 'PUT', headers: { 'content-length': 1_000_000 } });
      uploadRequest.on('error', () => resolve());
      uploadRequest.write('only a part of it', async () => {
        await expect.poll(listIncoming).toHaveLength(1);
        uploadRequest.destroy();
      });
    });

    await expect.poll(listIncoming).toEqual([]);
    expect(await listParts(upload)).toEqual([]);
  });

  it('lists the parts of an upload page by page', async () => {
    const upload = await createUpload('paged.bin');
    for (const number of [3, 1, 12, 10_000]) await putPart(upload, number, `part ${number}`);

    const pages: (number | undefined)[][] = [];
    for await (const { Parts = [] } of paginateListParts({ client, pageSize: 3 }, upload)) {
      pages.push(Parts.map(({ PartNumber }) => PartNumber));
    }

    expect(pages).toEqual([[1, 3, 12], [10_000]]);
    expect(await client.send(new ListPartsCommand({ ...upload, PartNumberMarker: '12' }))).toMatchObject({
      IsTruncated: false,
      Parts: [{ PartNumber: 10_000 }],
    });
  });

  it('deletes a multipart upload with its parts when it is aborted', async () => {
    const upload = await createUpload('aborted.bin');
    await putPart(upload, 1, 'hello');

    const { $metadata } = await client.send(new AbortMultipartUploadCommand(upload));

    expect($metadata.httpStatusCode).toBe(204);
    expect(readdirSync(join(directory, 'uploads', Bucket))).not.toContain(upload.UploadId);
    await expect(putPart(upload, 2, 'late')).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(client.send(new AbortMultipartUploadCommand(upload))).rejects.toMatchObject({ name: 'NoSuchUpload' });
    expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
  });

  it('continues a multipart upload after a restart', async () => {
    const upload = await createUpload('restarted.txt', { ContentType: 'text/plain' });
    const firstPart = await putPart(upload, 1, fullPart);

    await startServer();
    await completeUpload(upload, [firstPart, await putPart(upload, 2, 'after it')]);

    expect(await client.send(new HeadObjectCommand(upload))).toMatchObject({
      ContentType: 'text/plain',
      ContentLength: MIN_PART_BYTES + 'after it'.length,
    });
  });

  it.each([0, 10_001, 1.5])('rejects the part number %d', async (number) => {
    const upload = await createUpload('numbers.bin');
    await expect(putPart(upload, number, 'x')).rejects.toMatchObject({ name: 'InvalidArgument' });
  });

  it('finds a multipart upload only by its key and ID', async () => {
    const upload = await createUpload('own.bin');
    const otherKey = { ...upload, Key: 'other.bin' };
    await expect(putPart(otherKey, 1, 'x')).rejects.toMatchObject({ name: 'NoSuchUpload' });

    const outsideId = { ...upload, UploadId: '../../objects' };
    await expect(listParts(outsideId)).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });
});

describe('CompleteMultipartUpload', () => {
  it.each<[label: string, error: string, choose: (first: UploadedPart, second: UploadedPart) => UploadedPart[]]>([
    ['a part that was never uploaded', 'InvalidPart', (first) => [first, { ...first, PartNumber: 3 }]],
    ['another ETag', 'InvalidPart', (first) => [first, { ...first, PartNumber: 2 }]],
    ['parts in the wrong order', 'InvalidPartOrder', (first, second) => [second, first]],
    ['a part twice', 'InvalidPartOrder', (first) => [first, first]],
    ['a small part before the last', 'EntityTooSmall', (first, second) => [first, second]],
    ['no part', 'MalformedXML', () => []],
  ])('rejects %s and accepts valid parts afterwards', async (_, name, choose) => {
    const upload = await createUpload('refused.bin');
    const firstPart = await putPart(upload, 1, 'small');
    const secondPart = await putPart(upload, 2, 'last');

    await expect(completeUpload(upload, choose(firstPart, secondPart))).rejects.toMatchObject({ name });
    expect(await listParts(upload)).toHaveLength(2);
    await completeUpload(upload, [secondPart]);
  });

  it('rejects an unknown upload', async () => {
    const unknownUpload = { Bucket, Key: 'a', UploadId: '0'.repeat(32) };
    const completion = completeUpload(unknownUpload, [{ PartNumber: 1, ETag: 'x' }]);
    await expect(completion).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  it('completes an upload even if two requests complete it at the same time', async () => {
    const upload = await createUpload('raced.bin');
    const parts = [await putPart(upload, 1, fullPart), await putPart(upload, 2, 'end')];

    const results = await Promise.allSettled([completeUpload(upload, parts), completeUpload(upload, parts)]);

    for (const result of results.filter(({ status }) => status === 'rejected')) {
      expect(result).toMatchObject({ reason: { name: 'NoSuchUpload' } });
    }
    expect(results).toContainEqual(expect.objectContaining({ status: 'fulfilled' }));
    expect((await client.send(new HeadObjectCommand(upload))).ContentLength).toBe(MIN_PART_BYTES + 'end'.length);
  });
});

describe('CompleteMultipartUpload with If-None-Match: *', () => {
  it('fails and keeps the upload if the key has an object', async () => {
    const firstUpload = await createUpload('only-once.txt');
    const secondUpload = await createUpload('only-once.txt');
    const completeOnce = async (upload: CreatedUpload) => {
      const Parts = [await putPart(upload, 1, `by ${upload.UploadId}`)];
      const input = { ...upload, IfNoneMatch: '*', MultipartUpload: { Parts } };
      return client.send(new CompleteMultipartUploadCommand(input));
    };

    await completeOnce(firstUpload);
    await expect(completeOnce(secondUpload)).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(await listParts(secondUpload)).toHaveLength(1);

    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'only-once.txt' }));
    expect(await Body?.transformToString()).toBe(`by ${firstUpload.UploadId}`);
  });
});

describe('ListMultipartUploads', () => {
  it('lists the uploads under a prefix by key, page by page', async () => {
    const uploads = [
      await createUpload('list/b'),
      await createUpload('list/a'),
      await createUpload('other/c'),
      await createUpload('list/b'),
    ];
    const listPage = (more: object = {}) =>
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'list/', MaxUploads: 2, ...more }));

    const firstPage = await listPage();
    expect(firstPage).toMatchObject({ IsTruncated: true, Uploads: [{ Key: 'list/a' }, { Key: 'list/b' }] });

    const secondPage = await listPage({
      KeyMarker: firstPage.NextKeyMarker,
      UploadIdMarker: firstPage.NextUploadIdMarker,
    });
    expect(secondPage).toMatchObject({ IsTruncated: false, Uploads: [{ Key: 'list/b' }] });

    const listedUploads = [...(firstPage.Uploads ?? []), ...(secondPage.Uploads ?? [])];
    const expectedUploads = [uploads[0]!, uploads[1]!, uploads[3]!];
    const sortIds = (items: readonly { UploadId?: string | undefined }[]) =>
      items.map(({ UploadId }) => UploadId).sort();
    expect(sortIds(listedUploads)).toEqual(sortIds(expectedUploads));
  });
});

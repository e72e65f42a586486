/** Tests of single objects in the local S3, through presigned URLs and the SDK. Names in PascalCase are S3's fields. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpServer } from '../http/http-server.ts';
import type { ObjectEvent } from './notifications.ts';
import { S3Server } from './s3-server.ts';

const BUCKET = 'files';
const CORS_RULE = { AllowedOrigins: ['*'], AllowedMethods: ['PUT', 'GET'], AllowedHeaders: ['content-type'] };
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const directory = mkdtempSync(join(tmpdir(), 'fathom-s3-'));
const events: ObjectEvent[] = [];

const server = new S3Server({
  directory,
  credentials,
  buckets: [{ ref: BUCKET, properties: { CorsConfiguration: { CorsRules: [CORS_RULE] } } }],
  onObjectEvent: (event) => events.push(event),
});
const http = new HttpServer(server.handle);
let client: S3Client;

beforeAll(async () => {
  client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${await http.start()}/s3`,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
});

afterAll(async () => {
  await http.close();
  rmSync(directory, { recursive: true, force: true });
});

const signPutUrl = (Key: string, ContentLength: number) =>
  getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKET, Key, ContentType: 'text/plain', ContentLength }), {
    signableHeaders: new Set(['content-type', 'content-length', 'host']),
  });
const put = async (key: string, body: string) => {
  const headers = { 'content-type': 'text/plain', origin: 'https://page.example' };
  return fetch(await signPutUrl(key, Buffer.byteLength(body)), { method: 'PUT', body, headers });
};
const get = async (Key: string, headers: Record<string, string> = {}, override: object = {}) =>
  fetch(await getSignedUrl(client, new GetObjectCommand({ Bucket: BUCKET, Key, ...override })), { headers });

/** The files of uploads that are still arriving. */
const listIncoming = () => readdirSync(join(directory, 'incoming'));

describe('S3Server objects', () => {
  it('stores an object, reports it as an event, and returns it', async () => {
    const key = 'a/some file (ü)+1.txt';
    const response = await put(key, 'hello');

    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(events.at(-1)).toMatchObject({ bucket: BUCKET, key, size: 5, eventName: 'ObjectCreated:Put' });

    const download = await get(key);
    expect(await download.text()).toBe('hello');
    expect(download.headers.get('content-type')).toContain('text/plain');
    expect(download.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: key }))).toMatchObject({
      ContentLength: 5,
      ETag: '"5d41402abc4b2a76b9719d911017c592"', // the MD5 of "hello"
    });
  });

  it.each([
    ['bytes=1-3', 'ell', 'bytes 1-3/5'],
    ['bytes=2-', 'llo', 'bytes 2-4/5'],
    ['bytes=-2', 'lo', 'bytes 3-4/5'],
    ['bytes=-50', 'hello', 'bytes 0-4/5'],
  ])('returns the range %s', async (range, text, contentRange) => {
    await put('range.txt', 'hello');
    const response = await get('range.txt', { range });

    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(await response.text()).toBe(text);
  });

  it('returns 416 for a range beyond the end', async () => {
    await put('range.txt', 'hello');
    expect((await get('range.txt', { range: 'bytes=9-' })).status).toBe(416);
  });

  it('returns the type and disposition that the URL sets', async () => {
    await put('override.txt', 'hello');
    const type = 'application/octet-stream';
    const disposition = 'attachment; filename="a b.txt"';
    const override = { ResponseContentType: type, ResponseContentDisposition: disposition };

    const { headers } = await get('override.txt', {}, override);

    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toBe(disposition);
  });

  it('distinguishes long keys that differ only at the end', async () => {
    const longPrefix = `a/${'ü'.repeat(250)}`;
    await put(`${longPrefix}1.txt`, 'one');
    await put(`${longPrefix}2.txt`, 'two');

    expect(await (await get(`${longPrefix}1.txt`)).text()).toBe('one');
    expect(await (await get(`${longPrefix}2.txt`)).text()).toBe('two');
  });

  it.each([
    ['several ranges', 'bytes=0-1,3-4'],
    ['a range that ends before it starts', 'bytes=3-1'],
    ['another unit', 'lines=0-1'],
  ])('returns the whole object for %s', async (_, range) => {
    await put('range.txt', 'hello');
    const response = await get('range.txt', { range });
    expect([response.status, await response.text()]).toEqual([200, 'hello']);
  });

  it('stores an empty object', async () => {
    await put('empty.txt', '');
    const response = await get('empty.txt');
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect((await get('empty.txt', { range: 'bytes=0-' })).status).toBe(416);
  });

  it('returns the headers and metadata of an upload and of its copies, unless a copy replaces them', async () => {
    const headers = { CacheControl: 'max-age=60', ContentDisposition: 'inline', Metadata: { by: 'ada' } };
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'headers.txt', Body: 'hello', ...headers }));

    const head = new HeadObjectCommand({ Bucket: BUCKET, Key: 'headers.txt' });
    expect(await client.send(head)).toMatchObject({ ...headers, ContentType: 'application/octet-stream' });

    const target = { Bucket: BUCKET, Key: 'copy.txt' };
    const copy = { ...target, CopySource: `${BUCKET}/headers.txt`, TaggingDirective: 'REPLACE' } as const;
    await client.send(new CopyObjectCommand(copy));

    expect(events.at(-1)).toMatchObject({ key: 'copy.txt', eventName: 'ObjectCreated:Copy', size: 5 });
    expect(await client.send(new HeadObjectCommand(target))).toMatchObject(headers);

    await client.send(new CopyObjectCommand({ ...copy, MetadataDirective: 'REPLACE', CacheControl: 'no-store' }));
    const { CacheControl, Metadata } = await client.send(new HeadObjectCommand(target));
    expect({ CacheControl, Metadata }).toEqual({ CacheControl: 'no-store', Metadata: {} });
  });

  it('returns 304 for an unchanged object', async () => {
    await put('unchanged.txt', 'hello');
    const response = await get('unchanged.txt');
    const etag = response.headers.get('etag') ?? '';
    const lastModified = response.headers.get('last-modified') ?? '';
    const getStatus = async (headers: Record<string, string>) => (await get('unchanged.txt', headers)).status;

    expect(await getStatus({ 'if-none-match': `"other", W/${etag}` })).toBe(304);
    expect(await getStatus({ 'if-modified-since': lastModified })).toBe(304);
    expect(await getStatus({ 'if-none-match': '"other"', 'if-modified-since': lastModified })).toBe(200);
    expect(await getStatus({ 'if-modified-since': 'yesterday' })).toBe(200);
  });

  it('creates an object with If-None-Match: * only if the key has no object', async () => {
    const create = (Body: string, IfNoneMatch = '*') =>
      client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'created.txt', Body, IfNoneMatch }));
    await create('first');
    const eventCount = events.length;

    const failure = { name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } };
    await expect(create('second')).rejects.toMatchObject(failure);
    await expect(create('third', '"etag"')).rejects.toMatchObject({ name: 'NotImplemented' });
    expect(events).toHaveLength(eventCount);
    expect(await (await get('created.txt')).text()).toBe('first');
    expect(listIncoming()).toEqual([]);
  });

  it('replaces an object with If-Match only if the object has this entity tag', async () => {
    const replace = (Body: string, IfMatch: string, Key = 'replaced.txt') =>
      client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, IfMatch }));
    await put('replaced.txt', 'first');

    const firstETag = (await get('replaced.txt')).headers.get('etag') ?? '';
    await replace('second', firstETag);
    const eventCount = events.length;
    const buildError = (status: number, name: string) => ({ name, $metadata: { httpStatusCode: status } });

    await expect(replace('third', firstETag)).rejects.toMatchObject(buildError(412, 'PreconditionFailed'));
    await expect(replace('third', firstETag, 'none.txt')).rejects.toMatchObject(buildError(404, 'NoSuchKey'));
    await expect(replace('third', '*')).rejects.toMatchObject(buildError(501, 'NotImplemented'));
    expect(events).toHaveLength(eventCount);
    expect(await (await get('replaced.txt')).text()).toBe('second');
    expect(listIncoming()).toEqual([]);
  });

  it('completes a multipart upload with If-Match only if the object has this entity tag', async () => {
    const completeUpload = async (IfMatch: string | undefined) => {
      const target = { Bucket: BUCKET, Key: 'replaced.bin' };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
      const { ETag } = await client.send(
        new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: UploadId ?? '' }),
      );
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
      return client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, IfMatch, MultipartUpload }));
    };

    await expect(completeUpload('"none"')).rejects.toMatchObject({ name: 'NoSuchKey' });

    const { ETag } = await completeUpload(undefined);
    const replacement = await completeUpload(ETag);
    await expect(completeUpload(ETag)).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect((await get('replaced.bin')).headers.get('etag')).toBe(replacement.ETag);
  });

  it('reads an object with If-Match only if the object has this entity tag', async () => {
    await put('read.txt', 'hello');
    const etag = (await get('read.txt')).headers.get('etag') ?? '';
    expect((await get('read.txt', { 'if-match': etag })).status).toBe(200);
    expect((await get('read.txt', { 'if-match': '"other"' })).status).toBe(412);
  });

  it('deletes an object and reports it as an event', async () => {
    await put('gone.txt', 'hello');
    await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'gone.txt' }));
    const response = await get('gone.txt');

    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<Code>NoSuchKey</Code>');
    expect(events.at(-1)).toMatchObject({ key: 'gone.txt', eventName: 'ObjectRemoved:Delete' });
  });

  it('stores nothing of an interrupted upload', async () => {
    const url = await signPutUrl('broken.txt', 1_000_000);
    await new Promise<void>((resolve) => {
      const headers = { 'content-type': 'text/plain', 'content-length': 1_000_000 };
      const upload = request(url, { method: 'PUT', headers });
      upload.on('error', () => resolve());
      upload.write('only a part', async () => {
        await expect.poll(listIncoming).toHaveLength(1);
        upload.destroy();
      });
    });

    await expect.poll(listIncoming).toEqual([]);
    expect((await get('broken.txt')).status).toBe(404);
    expect(events.some(({ key }) => key === 'broken.txt')).toBe(false);
  });
});

describe('S3Server requests', () => {
  it('rejects an invalid signature with an S3 error', async () => {
    const url = await signPutUrl('a.txt', 5);
    const headers = { 'content-type': 'text/plain' };
    const response = await fetch(url.replace('a.txt', 'b.txt'), { method: 'PUT', body: 'hello', headers });

    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(await response.text()).toContain('<Code>SignatureDoesNotMatch</Code>');
  });

  it('rejects a request without a signature', async () => {
    const [unsignedUrl] = (await signPutUrl('a.txt', 5)).split('?');
    expect((await fetch(unsignedUrl!)).status).toBe(403);
  });

  it('rejects an unsupported operation', async () => {
    const acl = new GetObjectAclCommand({ Bucket: BUCKET, Key: 'a.txt' });
    await expect(client.send(acl)).rejects.toMatchObject({ name: 'NotImplemented' });
  });

  it('rejects a body without Content-Length', async () => {
    const chunkedRequest = { method: 'PUT', body: new Blob(['hello']).stream(), duplex: 'half' } as const;
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKET, Key: 'a.txt' }));
    expect((await fetch(url, chunkedRequest)).status).toBe(411);
  });

  it('rejects unknown buckets', async () => {
    expect((await client.send(new HeadBucketCommand({ Bucket: BUCKET }))).$metadata.httpStatusCode).toBe(200);
    await expect(client.send(new HeadBucketCommand({ Bucket: 'other' }))).rejects.toMatchObject({ name: 'NotFound' });
    const unknownBucketWrite = new PutObjectCommand({ Bucket: 'other', Key: 'a.txt', Body: 'x' });
    await expect(client.send(unknownBucketWrite)).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  it('rejects keys outside the bucket', async () => {
    const upload = new PutObjectCommand({ Bucket: BUCKET, Key: '../../outside.txt', Body: 'x' });
    await expect(client.send(upload)).rejects.toMatchObject({ name: 'InvalidURI' });
  });

  it.each([
    ['PUT', 'content-type', 200],
    ['PUT', 'x-other', 403],
    ['DELETE', 'content-type', 403],
  ])('responds to the CORS preflight of %s with the header %s: %i', async (method, headers, status) => {
    const response = await fetch(await signPutUrl('a.txt', 5), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://page.example',
        'access-control-request-method': method,
        'access-control-request-headers': headers,
      },
    });

    expect(response.status).toBe(status);
  });
});

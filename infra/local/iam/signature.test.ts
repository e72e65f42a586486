import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { SignatureCheck, type SignedRequest } from './signature.ts';

const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const NOW = new Date('2026-03-04T12:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const check = (now = NOW) => new SignatureCheck({ credentials, region: 'us-east-1', service: 's3', now: () => now });

const client = (keys = credentials) =>
  new S3Client({
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9000',
    forcePathStyle: true,
    credentials: keys,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });

/** A presigned PUT as the product signs it, and the request that a browser would make of it. */
async function signedPut(keys = credentials): Promise<SignedRequest> {
  const command = new PutObjectCommand({
    Bucket: 'files',
    Key: "a/it's (1) é+.txt",
    ContentType: 'text/plain',
    ContentLength: 5,
  });
  const url = await getSignedUrl(client(keys), command, {
    expiresIn: 300,
    signingDate: NOW,
    signableHeaders: new Set(['content-type', 'content-length', 'host']),
  });
  const { pathname, search } = new URL(url);
  const headers = { host: '127.0.0.1:9000', 'content-type': 'text/plain', 'content-length': '5' };
  return { method: 'PUT', url: pathname + search, headers };
}

describe('a presigned URL', () => {
  it('passes as it was signed, until it expires', async () => {
    expect(await check().refusal(await signedPut())).toBeUndefined();
    expect(await check(later(299)).refusal(await signedPut())).toBeUndefined();
    expect(await check(later(301)).refusal(await signedPut())).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: 'Request has expired',
    });
  });

  it('passes with overrides of the answer', async () => {
    const command = new GetObjectCommand({
      Bucket: 'files',
      Key: 'a.txt',
      ResponseContentDisposition: 'attachment; filename="a b.txt"',
    });
    const { pathname, search } = new URL(await getSignedUrl(client(), command, { expiresIn: 60, signingDate: NOW }));
    const request = { method: 'GET', url: pathname + search, headers: { host: '127.0.0.1:9000', range: 'bytes=0-4' } };
    expect(await check().refusal(request)).toBeUndefined();
  });

  const changed: [string, (request: SignedRequest) => SignedRequest][] = [
    ['another method', (request) => ({ ...request, method: 'GET' })],
    ['another key', (request) => ({ ...request, url: request.url.replace('/a/', '/b/') })],
    ['another bucket', (request) => ({ ...request, url: request.url.replace('/files/', '/other/') })],
    ['another host', (request) => ({ ...request, headers: { ...request.headers, host: '127.0.0.1:9001' } })],
    [
      'another content type',
      (request) => ({ ...request, headers: { ...request.headers, 'content-type': 'text/html' } }),
    ],
    ['no content type', ({ headers: { 'content-type': _, ...headers }, ...rest }) => ({ ...rest, headers })],
    ['a longer body', (request) => ({ ...request, headers: { ...request.headers, 'content-length': '6' } })],
    ['a later expiry', (request) => ({ ...request, url: request.url.replace('Expires=300', 'Expires=301') })],
    ['a parameter more', (request) => ({ ...request, url: `${request.url}&acl=` })],
    ['a forged signature', (request) => ({ ...request, url: request.url.replace(/Signature=..../, 'Signature=0000') })],
    [
      'a signature that is cut off',
      (request) => ({ ...request, url: request.url.replace(/(Signature=....)\w+/, '$1') }),
    ],
    [
      'an unsigned x-amz header',
      (request) => ({ ...request, headers: { ...request.headers, 'x-amz-acl': 'public-read' } }),
    ],
  ];
  it.each(changed)('is refused with %s', async (_, change) => {
    expect(await check().refusal(change(await signedPut()))).toMatchObject({ status: 403 });
  });

  it('is refused when made with other keys', async () => {
    const unknownId = await signedPut({ accessKeyId: 'SOMEBODY', secretAccessKey: 'secret' });
    expect(await check().refusal(unknownId)).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
    const wrongSecret = await signedPut({ accessKeyId: 'LOCAL1', secretAccessKey: 'other' });
    expect(await check().refusal(wrongSecret)).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  });

  it('is refused before its time', async () => {
    expect(await check(later(-3600)).refusal(await signedPut())).toMatchObject({ message: 'Request is not yet valid' });
  });

  it('is refused for longer than a week', async () => {
    const request = await signedPut();
    const forever = { ...request, url: request.url.replace('Expires=300', 'Expires=9999999') };
    expect(await check().refusal(forever)).toMatchObject({ status: 400 });
  });
});

describe('a request without a signature', () => {
  it('is refused', async () => {
    const request = { method: 'GET', url: '/files/a.txt', headers: { host: '127.0.0.1:9000' } };
    expect(await check().refusal(request)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });
});

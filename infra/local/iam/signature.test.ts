/** Tests of the verifier of AWS signatures (Signature Version 4) in presigned URLs and requests. */
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import type { Credentials } from '../state/credentials.ts';
import { SignatureVerifier, type SignedRequest } from './signature.ts';

const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const NOW = new Date('2026-03-04T12:00:00Z');

/** Validity of the presigned URLs, in seconds. */
const EXPIRY_SECONDS = 300;

/** Returns the time this many seconds after the signing. */
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const createVerifier = (now = NOW, findCredentialsById?: () => Credentials) =>
  new SignatureVerifier({ credentials, findCredentialsById, region: 'us-east-1', service: 's3', now: () => now });

const createClient = (keys: Credentials = credentials) =>
  new S3Client({
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9000',
    forcePathStyle: true,
    credentials: keys,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });

/** Presigns a PUT as Fathom does. Returns the request that a browser then sends. */
async function signPut(keys: Credentials = credentials): Promise<SignedRequest> {
  const command = new PutObjectCommand({
    Bucket: 'files',
    // Characters that URLs, signatures, and clients encode differently.
    Key: "a/it's (1) é+.txt",
    ContentType: 'text/plain',
    ContentLength: 5,
  });
  const url = await getSignedUrl(createClient(keys), command, {
    expiresIn: EXPIRY_SECONDS,
    signingDate: NOW,
    signableHeaders: new Set(['content-type', 'content-length', 'host']),
  });

  const { pathname, search } = new URL(url);
  const headers = { host: '127.0.0.1:9000', 'content-type': 'text/plain', 'content-length': '5' };

  return { method: 'PUT', url: pathname + search, headers };
}

describe('presigned URL', () => {
  it('accepts a presigned URL until it expires', async () => {
    expect(await createVerifier().findDenial(await signPut())).toBeUndefined();
    expect(await createVerifier(later(EXPIRY_SECONDS - 1)).findDenial(await signPut())).toBeUndefined();
    expect(await createVerifier(later(EXPIRY_SECONDS + 1)).findDenial(await signPut())).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: 'Request has expired',
    });
  });

  it('accepts a presigned URL with overridden response headers', async () => {
    const command = new GetObjectCommand({
      Bucket: 'files',
      Key: 'a.txt',
      ResponseContentDisposition: 'attachment; filename="a b.txt"',
    });
    const { pathname, search } = new URL(
      await getSignedUrl(createClient(), command, { expiresIn: 60, signingDate: NOW }),
    );
    const request = { method: 'GET', url: pathname + search, headers: { host: '127.0.0.1:9000', range: 'bytes=0-4' } };

    expect(await createVerifier().findDenial(request)).toBeUndefined();
  });

  /** Changes to a signed request, each of which makes the signature invalid. */
  const CHANGES: [label: string, change: (request: SignedRequest) => SignedRequest][] = [
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
    ['an additional parameter', (request) => ({ ...request, url: `${request.url}&acl=` })],
    ['a forged signature', (request) => ({ ...request, url: request.url.replace(/Signature=..../, 'Signature=0000') })],
    ['a second signature', (request) => ({ ...request, url: `${request.url}&X-Amz-Signature=${'0'.repeat(64)}` })],
    ['a truncated signature', (request) => ({ ...request, url: request.url.replace(/(Signature=....)\w+/, '$1') })],
    [
      'an unsigned x-amz header',
      (request) => ({ ...request, headers: { ...request.headers, 'x-amz-acl': 'public-read' } }),
    ],
  ];

  it.each(CHANGES)('rejects a presigned URL with %s', async (_, change) => {
    expect(await createVerifier().findDenial(change(await signPut()))).toMatchObject({ status: 403 });
  });

  it('rejects a presigned URL that an unknown key or a wrong secret signed', async () => {
    const unknownKeyRequest = await signPut({ accessKeyId: 'UNKNOWN', secretAccessKey: 'secret' });
    expect(await createVerifier().findDenial(unknownKeyRequest)).toMatchObject({
      status: 403,
      code: 'InvalidAccessKeyId',
    });

    const wrongSecretRequest = await signPut({ accessKeyId: 'LOCAL1', secretAccessKey: 'other' });
    expect(await createVerifier().findDenial(wrongSecretRequest)).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  it('requires the session token of the access key', async () => {
    const key = { accessKeyId: 'LOCAL2', secretAccessKey: 'secret', sessionToken: 'a token/with+signs==' };
    const verifier = createVerifier(NOW, () => key);
    const invalidToken = { status: 400, code: 'InvalidToken' };

    expect(verifier.findDenial(await signPut(key))).toBeUndefined();
    expect(verifier.findDenial(await signPut({ ...key, sessionToken: 'of another key' }))).toMatchObject(invalidToken);

    const { sessionToken: _, ...withoutToken } = key;
    expect(verifier.findDenial(await signPut(withoutToken))).toMatchObject(invalidToken);
    expect(verifier.findDenial(await signPut({ ...credentials, sessionToken: 'unknown' }))).toMatchObject(invalidToken);
  });

  it('rejects a presigned URL before its signing time', async () => {
    expect(await createVerifier(later(-3600)).findDenial(await signPut())).toMatchObject({
      message: 'Request is not yet valid',
    });
  });

  it('rejects a presigned URL that is valid for more than a week', async () => {
    const request = await signPut();
    const longLivedRequest = { ...request, url: request.url.replace('Expires=300', 'Expires=9999999') };
    expect(await createVerifier().findDenial(longLivedRequest)).toMatchObject({ status: 400 });
  });
});

describe('unsigned request', () => {
  it('rejects an unsigned request', async () => {
    const request = { method: 'GET', url: '/files/a.txt', headers: { host: '127.0.0.1:9000' } };
    expect(await createVerifier().findDenial(request)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });
});

/**
 * Tests of the pictures that the local site serves, like CloudFront: profile pictures to everyone, and renditions
 * (smaller pictures of files) for signed URLs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signRendition } from '../../../lambdas/storage/rendition-urls.ts';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { HttpServer } from '../http/http-server.ts';
import { S3Server } from '../s3/s3-server.ts';
import { Site } from './site.ts';

const Bucket = 'files';
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const AVATAR = 'avatars/3f6c/01JZ0000000000000000000000';
const RENDITION = 'renditions/3f6c/01JZ0000000000000000000000/320.webp';
const FILE = 'files/3f6c/01JZ0000000000000000000000/secret.png';
const KEY = 'k'.repeat(64);
const directory = mkdtempSync(join(tmpdir(), 'fathom-media-'));
const storage = new S3Server({
  directory,
  credentials,
  buckets: [{ ref: Bucket, properties: {} }],
  onObjectEvent: () => {},
});
const site = new Site();
const http = new HttpServer(site.handle);
http.mount('s3', storage.handle);
let url: string;
let client: S3Client;

beforeAll(async () => {
  url = `http://127.0.0.1:${await http.start()}`;
  client = new S3Client({
    region: 'us-east-1',
    endpoint: `${url}/s3`,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });

  site.open({
    // No test reads the configuration.
    config: { stage: 'local' } as never,
    policies: { default: "default-src 'none'", payments: 'script-src https://provider.example' },
    media: [
      { bucket: Bucket, prefix: 'avatars/' },
      { bucket: Bucket, prefix: 'renditions/' },
    ],
    renditionKey: KEY,
    api: async () => {},
    object: (request, response, bucket, key) => storage.serveUnsigned(request, response, bucket, key),
  });
  site.servePages(async (_, response) => void response.end('the single page'));
});
afterAll(async () => {
  await http.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Uploads a picture as a browser does. Returns its media URL. */
async function put(name: string, contentType: string, Key = `${AVATAR}/${name}`): Promise<string> {
  const signedUrl = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key, ContentType: contentType }), {
    signableHeaders: new Set(['content-type', 'host']),
  });
  const response = await fetch(signedUrl, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: `bytes of ${name}`,
  });
  expect(response.status).toBe(200);
  return `${url}/media/${Key.split('/').map(encodeURIComponent).join('/')}`;
}

describe('GET /media', () => {
  it.each([
    ['me.webp', 'image/webp'],
    ['meu retrato (ü)+1.png', 'image/png'],
  ])('serves %s with its content type, cacheable without limit', async (name, type) => {
    const mediaUrl = await put(name, type);

    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(mediaUrl, { method });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(await response.text()).toBe(method === 'GET' ? `bytes of ${name}` : '');
    }
  });

  it('returns 304 for an unchanged picture', async () => {
    const mediaUrl = await put('again.png', 'image/png');
    const etag = (await fetch(mediaUrl)).headers.get('etag') ?? '';
    expect((await fetch(mediaUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('returns an uncached 404 for a missing picture, not the app page', async () => {
    const mediaUrl = await put('gone.png', 'image/png');
    await client.send(new DeleteObjectCommand({ Bucket, Key: `${AVATAR}/gone.png` }));

    for (const missingUrl of [mediaUrl, `${url}/media/${AVATAR}/never`]) {
      const response = await fetch(missingUrl);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBeNull();
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.text()).not.toContain('the single page');
    }
  });
});

describe('GET /renditions', () => {
  const sign = (key = RENDITION, now = Date.now(), signingKey = KEY) => `${url}${signRendition(key, now, signingKey)}`;

  it('serves a rendition for a signed URL, cacheable by its browser only', async () => {
    await put('320.webp', 'image/webp', RENDITION);
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(sign(), { method });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=900',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(await response.text()).toBe(method === 'GET' ? 'bytes of 320.webp' : '');
    }

    const etag = (await fetch(sign())).headers.get('etag') ?? '';
    expect((await fetch(sign(), { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('accepts the parameters of a signed URL in any order', async () => {
    const { searchParams, origin, pathname } = new URL(sign());
    const query = new URLSearchParams([...searchParams].reverse());
    expect(query.toString()).not.toBe(searchParams.toString());
    expect((await fetch(`${origin}${pathname}?${query}`)).status).toBe(200);
  });

  it('refuses expired, foreign, and missing signatures without caching', async () => {
    const refusedUrls = [
      // The URL of a rendition is valid for up to 30 minutes.
      sign(RENDITION, Date.now() - 30 * MINUTE_MS),
      sign(RENDITION, Date.now(), 'another key'),
      // Signed for another rendition.
      sign(RENDITION.replace('320', '1280')).replace('1280', '320'),
      `${url}/${RENDITION}`,
      `${url}/media/${RENDITION}`,
    ];

    for (const refusedUrl of refusedUrls) {
      const response = await fetch(refusedUrl);
      expect(response.status, refusedUrl).toBe(403);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.text()).not.toContain('bytes of');
    }
  });

  it('serves no object under another prefix, even if the path of the object is signed', async () => {
    await put('secret.png', 'image/png', FILE);
    for (const key of [FILE, `renditions/../${FILE}`, `renditions/%2e%2e/${FILE}`, `renditions/..%2f${FILE}`]) {
      const signedPath = signRendition(key, Date.now(), KEY);
      // `fetch` would resolve the dots before it sends the request.
      const body = await requestRaw(signedPath);
      expect(body, key).not.toContain('bytes of');
    }
  });

  it('refuses a deleted rendition immediately with an uncached 404', async () => {
    const deletedKey = RENDITION.replace('320', '1280');
    await put('1280.webp', 'image/webp', deletedKey);
    expect((await fetch(sign(deletedKey))).status).toBe(200);

    await client.send(new DeleteObjectCommand({ Bucket, Key: deletedKey }));
    const response = await fetch(sign(deletedKey));
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBeNull();
  });
});

/** Sends a GET request with this path unchanged. Returns the body. */
async function requestRaw(path: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port: new URL(url).port, path }, resolve).on('error', reject);
  });
  return text(response);
}

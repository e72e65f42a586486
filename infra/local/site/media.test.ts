import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpServer } from '../http/http-server.ts';
import { S3Server } from '../s3/s3-server.ts';
import { Site } from './site.ts';

const Bucket = 'files';
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const AVATAR = 'avatars/3f6c/01JZ0000000000000000000000';
const directory = mkdtempSync(join(tmpdir(), 'fathom-media-'));
const s3 = new S3Server({
  directory,
  credentials,
  buckets: [{ ref: Bucket, properties: {} }],
  onObjectEvent: () => {},
});
const site = new Site();
const http = new HttpServer(site.handle);
http.mount('s3', s3.handle);
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
    config: { stage: 'local' } as never,
    policies: { default: "default-src 'none'", payments: 'script-src https://provider.example' },
    media: [{ bucket: Bucket, prefix: 'avatars/' }],
    api: async () => {},
    object: (request, response, bucket, key) => s3.serve(request, response, bucket, key),
  });
  site.servePages(async (_, response) => void response.end('the single page'));
});
afterAll(async () => {
  await http.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Uploads a picture as a browser does. Returns its media URL. */
async function put(name: string, type: string): Promise<string> {
  const Key = `${AVATAR}/${name}`;
  const signed = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key, ContentType: type }), {
    signableHeaders: new Set(['content-type', 'host']),
  });
  const response = await fetch(signed, { method: 'PUT', headers: { 'content-type': type }, body: `bytes of ${name}` });
  expect(response.status).toBe(200);
  return `${url}/media/${Key.split('/').map(encodeURIComponent).join('/')}`;
}

describe('GET /media', () => {
  it.each([
    ['me.webp', 'image/webp'],
    ['meu retrato (ü)+1.png', 'image/png'],
  ])('serves %s with its content type, cacheable without limit', async (name, type) => {
    const address = await put(name, type);
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(address, { method });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(await response.text()).toBe(method === 'GET' ? `bytes of ${name}` : '');
    }
  });

  it('returns 304 for an unchanged picture', async () => {
    const address = await put('again.png', 'image/png');
    const etag = (await fetch(address)).headers.get('etag') ?? '';
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('returns an uncached 404 for a missing picture, not the app page', async () => {
    const address = await put('gone.png', 'image/png');
    await client.send(new DeleteObjectCommand({ Bucket, Key: `${AVATAR}/gone.png` }));
    for (const missing of [address, `${url}/media/${AVATAR}/never`, `${url}/media/avatars/`]) {
      const response = await fetch(missing);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBeNull();
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.text()).not.toContain('the single page');
    }
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectStorage } from '../s3/s3.ts';
import { Site } from './site.ts';

const Bucket = 'files';
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const AVATAR = 'avatars/3f6c/01JZ0000000000000000000000';
const directory = mkdtempSync(join(tmpdir(), 'fathom-media-'));
const storage = new ObjectStorage({
  directory,
  credentials,
  buckets: [{ ref: Bucket, properties: {} }],
  onStored: () => {},
});
const site = new Site();
let url: string;
let client: S3Client;

beforeAll(async () => {
  client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${await storage.start()}`,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  url = `http://127.0.0.1:${await site.listen(0)}`;
  site.open({
    config: { stage: 'local' } as never,
    policies: { everywhere: "default-src 'none'", payments: 'script-src https://provider.example' },
    media: [{ bucket: Bucket, prefix: 'avatars/' }],
    api: async () => {},
    object: (request, response, bucket, key) => storage.serve(request, response, bucket, key),
  });
  site.showPages(async (_, response) => void response.end('the single page'));
});
afterAll(async () => {
  await Promise.all([site.close(), storage.close()]);
  rmSync(directory, { recursive: true, force: true });
});

/** PUTs a picture as a browser does, and answers the address at which the API says it is. */
async function put(name: string, type: string): Promise<string> {
  const Key = `${AVATAR}/${name}`;
  const signed = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key, ContentType: type }), {
    signableHeaders: new Set(['content-type', 'host']),
  });
  const answer = await fetch(signed, { method: 'PUT', headers: { 'content-type': type }, body: `bytes of ${name}` });
  expect(answer.status).toBe(200);
  return `${url}/media/${Key.split('/').map(encodeURIComponent).join('/')}`;
}

describe('a profile picture', () => {
  it.each([
    ['me.webp', 'image/webp'],
    ['meu retrato (ü)+1.png', 'image/png'],
  ])('%s is served with its type, to be kept for ever', async (name, type) => {
    const address = await put(name, type);
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(address, { method });
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(await answer.text()).toBe(method === 'GET' ? `bytes of ${name}` : '');
    }
  });

  it('is not sent again to who has it', async () => {
    const address = await put('again.png', 'image/png');
    const etag = (await fetch(address)).headers.get('etag') ?? '';
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('is missing as a file is, not shown as the page, and not remembered as missing', async () => {
    const address = await put('gone.png', 'image/png');
    await client.send(new DeleteObjectCommand({ Bucket, Key: `${AVATAR}/gone.png` }));
    for (const missing of [address, `${url}/media/${AVATAR}/never`, `${url}/media/avatars/`]) {
      const answer = await fetch(missing);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBeNull();
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await answer.text()).not.toContain('the single page');
    }
  });
});

/** Tests of reading the bytes of stored objects. A small HTTP server responds as S3 does. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createObjectSource, readObject } from './object-source.ts';

/** The entity tag of an object that was uploaded in two parts. */
const ETAG = '"5d41402abc4b2a76b9719d911017c592-2"';
const PARTS = ['first part, ', 'last part'];
const BYTES = PARTS.join('');
const OBJECT = { key: 'files/ada/1/1', size: BYTES.length, etag: ETAG };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

const server = createServer(respond);

/**
 * Responds to a GET of a multipart object whose range is the whole object. If the request wants a checksum, S3 sends the
 * composite one without the number of parts, so that it looks like the checksum of the bytes:
 * https://github.com/boto/botocore/issues/3346
 */
function respond({ headers }: IncomingMessage, response: ServerResponse): void {
  const compositeChecksum = sha256(Buffer.concat(PARTS.map(sha256))).toString('base64');
  const wantsChecksum = headers['x-amz-checksum-mode'] === 'ENABLED';

  response.writeHead(headers.range === `bytes=0-${BYTES.length - 1}` ? 206 : 416, {
    etag: ETAG,
    ...(wantsChecksum && { 'x-amz-checksum-sha256': compositeChecksum, 'x-amz-checksum-type': 'COMPOSITE' }),
  });
  response.end(BYTES);
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('BUCKET_NAME', 'files');
});

afterAll(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('readObject reads an object that was uploaded in parts', async () => {
  const bytes = await readObject(OBJECT);

  expect(Buffer.from(bytes).toString()).toBe(BYTES);
});

it('createObjectSource reads an object in parts that fits into one request', async () => {
  const bytes = await createObjectSource(OBJECT).read(0, OBJECT.size);

  expect(Buffer.from(bytes).toString()).toBe(BYTES);
});

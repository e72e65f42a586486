/** Tests of the bucket's rules in the local S3: CORS, and the lifecycle rules that abort expired multipart uploads. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { buildCorsHeaders, isExpiredUpload, lifecycleSchema } from './bucket-rules.ts';
import { ObjectStore } from './object-store.ts';
import { S3Server } from './s3-server.ts';
import { Uploads } from './uploads.ts';

const CORS_RULE = {
  AllowedOrigins: ['https://*.example'],
  AllowedMethods: ['PUT'],
  AllowedHeaders: ['content-type'],
  ExposedHeaders: ['ETag'],
  MaxAge: 60,
};
const preflight = { origin: 'https://a.example', method: 'PUT', headers: ['Content-Type'] };

describe('buildCorsHeaders', () => {
  it('returns the headers of a matching rule', () => {
    expect(buildCorsHeaders([CORS_RULE], preflight)).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-headers': 'Content-Type',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '60',
    });
  });

  it('allows any origin without credentials for an asterisk', () => {
    const headers = buildCorsHeaders([{ ...CORS_RULE, AllowedOrigins: ['*'] }], preflight);
    expect(headers?.['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each([
    ['origin', { ...preflight, origin: 'https://example' }],
    ['method', { ...preflight, method: 'DELETE' }],
    ['header', { ...preflight, headers: ['x-other'] }],
  ])('returns undefined for another %s', (_, otherPreflight) => {
    expect(buildCorsHeaders([CORS_RULE], otherPreflight)).toBeUndefined();
  });
});

const AFTER_A_DAY = { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } };
const STARTED_AT = new Date('2030-01-01T12:00:00Z');
const hoursLater = (hours: number) => new Date(STARTED_AT.getTime() + hours * HOUR_MS);

describe('isExpiredUpload', () => {
  const upload = { id: '1', bucket: 'files', key: 'files/a.bin', headers: {}, initiated: STARTED_AT };

  it.each<[label: string, rules: object[], hours: number, isExpectedExpired: boolean]>([
    ['too young', [AFTER_A_DAY], 23, false],
    ['old enough', [AFTER_A_DAY], 24, true],
    ['under the prefix of the rule', [{ ...AFTER_A_DAY, Prefix: 'files/' }], 48, true],
    ['under another prefix', [{ ...AFTER_A_DAY, Prefix: 'posts/' }], 48, false],
    ['under a disabled rule', [{ ...AFTER_A_DAY, Status: 'Disabled' }], 48, false],
    ['under a rule for another action', [{ Status: 'Enabled', ExpirationInDays: 1 }], 48, false],
  ])('decides whether an upload has expired: %s', (_, rules, hours, isExpectedExpired) => {
    const { Rules } = lifecycleSchema.parse({ Rules: rules });
    expect(isExpiredUpload(upload, Rules, hoursLater(hours))).toBe(isExpectedExpired);
  });
});

describe('S3Server lifecycle', () => {
  let directory: string;
  let server: S3Server | undefined;
  let now: Date;

  beforeEach(() => {
    now = STARTED_AT;
    directory = mkdtempSync(join(tmpdir(), 'fathom-lifecycle-'));
  });
  afterEach(() => {
    server?.close();
    server = undefined;
    rmSync(directory, { recursive: true, force: true });
  });

  const openUploads = () => new Uploads(directory, new ObjectStore(directory), () => now);
  const startUpload = async () => {
    const upload = await openUploads().create({ bucket: 'files', key: 'a.bin', headers: {} });
    await openUploads().putPart(upload, 1, Readable.from([Buffer.from('hello')]), undefined);
  };
  const countUploads = async () => (await openUploads().list('files')).length;

  const startServer = async () => {
    server = new S3Server({
      directory,
      credentials: { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' },
      buckets: [{ ref: 'files', properties: { LifecycleConfiguration: { Rules: [AFTER_A_DAY] } } }],
      onObjectEvent: () => {},
      now: () => now,
    });
    await server.start();
    return server;
  };

  it('aborts uploads that expired before the server started', async () => {
    await startUpload();
    now = hoursLater(24);
    await startServer();

    expect(await countUploads()).toBe(0);
  });

  it('aborts uploads that expire while the server runs', async () => {
    const runningServer = await startServer();
    await startUpload();

    now = hoursLater(23);
    await runningServer.applyLifecycle();
    expect(await countUploads()).toBe(1);

    now = hoursLater(24);
    await runningServer.applyLifecycle();
    expect(await countUploads()).toBe(0);
  });
});

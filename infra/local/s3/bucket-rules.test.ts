import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { corsHeaders, isAbandoned, lifecycleConfiguration } from './bucket-rules.ts';
import { ObjectStorage } from './s3.ts';
import { ObjectStore } from './store.ts';
import { Uploads } from './uploads.ts';

const rule = {
  AllowedOrigins: ['https://*.example'],
  AllowedMethods: ['PUT'],
  AllowedHeaders: ['content-type'],
  ExposedHeaders: ['ETag'],
  MaxAge: 60,
};
const request = { origin: 'https://a.example', method: 'PUT', headers: ['Content-Type'] };

describe('corsHeaders', () => {
  it('allows what a rule allows', () => {
    expect(corsHeaders([rule], request)).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-headers': 'Content-Type',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '60',
    });
  });

  it('answers a rule for everybody with an asterisk, and no credentials', () => {
    const headers = corsHeaders([{ ...rule, AllowedOrigins: ['*'] }], request);
    expect(headers?.['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each([
    ['origin', { ...request, origin: 'https://example' }],
    ['method', { ...request, method: 'DELETE' }],
    ['header', { ...request, headers: ['x-other'] }],
  ])('refuses another %s', (_, other) => {
    expect(corsHeaders([rule], other)).toBeUndefined();
  });
});

const AFTER_A_DAY = { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } };
const BEGUN = new Date('2030-01-01T12:00:00Z');
const hoursLater = (hours: number) => new Date(BEGUN.getTime() + hours * 3600_000);

describe('a lifecycle rule', () => {
  const upload = { id: '1', bucket: 'files', key: 'files/a.bin', headers: {}, initiated: BEGUN };

  it.each<[string, object[], number, boolean]>([
    ['in time', [AFTER_A_DAY], 23, false],
    ['after its days', [AFTER_A_DAY], 24, true],
    ['under its prefix', [{ ...AFTER_A_DAY, Prefix: 'files/' }], 48, true],
    ['under another prefix', [{ ...AFTER_A_DAY, Prefix: 'posts/' }], 48, false],
    ['while it is disabled', [{ ...AFTER_A_DAY, Status: 'Disabled' }], 48, false],
    ['if it is about something else', [{ Status: 'Enabled', ExpirationInDays: 1 }], 48, false],
  ])('judges an upload %s', (_, rules, hours, abandoned) => {
    const { Rules } = lifecycleConfiguration.parse({ Rules: rules });
    expect(isAbandoned(upload, Rules, hoursLater(hours))).toBe(abandoned);
  });
});

describe('the storage', () => {
  let directory: string;
  let storage: ObjectStorage | undefined;
  let now: Date;

  beforeEach(() => {
    now = BEGUN;
    directory = mkdtempSync(join(tmpdir(), 'fathom-lifecycle-'));
  });
  afterEach(async () => {
    await storage?.close();
    storage = undefined;
    rmSync(directory, { recursive: true, force: true });
  });

  const uploads = () => new Uploads(directory, new ObjectStore(directory), () => now);
  const begin = async () => {
    const upload = await uploads().create('files', 'a.bin', {});
    await uploads().putPart(upload, 1, Readable.from([Buffer.from('hello')]));
  };
  const left = async () => (await uploads().list('files')).length;
  const open = async () => {
    storage = new ObjectStorage({
      directory,
      credentials: { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' },
      buckets: [{ ref: 'files', properties: { LifecycleConfiguration: { Rules: [AFTER_A_DAY] } } }],
      onStored: () => {},
      now: () => now,
    });
    await storage.start();
    return storage;
  };

  it('ends uploads that were abandoned while it did not run', async () => {
    await begin();
    now = hoursLater(24);
    await open();
    expect(await left()).toBe(0);
  });

  it('ends uploads that are abandoned while it runs', async () => {
    const running = await open();
    await begin();
    now = hoursLater(23);
    await running.abortAbandoned();
    expect(await left()).toBe(1);
    now = hoursLater(24);
    await running.abortAbandoned();
    expect(await left()).toBe(0);
  });
});

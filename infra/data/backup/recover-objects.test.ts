/**
 * Tests of `npm run recover-objects`, which brings back deleted objects. The bucket keeps versions: a deletion only
 * adds a delete marker, and the recovery deletes the marker.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { HttpServer } from '../../local/http/http-server.ts';
import { S3Server } from '../../local/s3/s3-server.ts';
import { type RecoverOptions, recoverObjects } from './recover-objects.ts';

const Bucket = 'files';
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const NOW = new Date();

let directory: string;
let server: S3Server;
let http: HttpServer;
let client: S3Client;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-recover-'));
  const properties = { VersioningConfiguration: { Status: 'Enabled' } };
  server = new S3Server({ directory, credentials, buckets: [{ ref: Bucket, properties }], onObjectEvent: () => {} });
  http = new HttpServer(server.handle);
  const endpoint = `http://127.0.0.1:${await http.start()}/s3`;
  client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials });
});

afterEach(async () => {
  client.destroy();
  await http.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The content of each object, except in the test of several deletions. */
const BODY = 'hello';

const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);

/** Changes the store at an earlier time. Requests can't: their signatures would have expired. */
async function changeAt(time: Date, change: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: time });
  await change();
  vi.useRealTimers();
}

async function put(key: string, body: string): Promise<void> {
  const { path, size, md5: eTag } = await server.store.receive(Readable.from([Buffer.from(body)]));
  await server.store.put({ bucket: Bucket, key, eTag, headers: {}, files: [{ path, size }] }, undefined);
}
const remove = (key: string) => server.store.delete(Bucket, key);
const listKeys = async () => {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  return Contents.map(({ Key }) => Key);
};
const recover = (options: Partial<RecoverOptions> = {}) =>
  recoverObjects(client, { bucket: Bucket, since: hoursAgo(1), until: NOW, prefix: '', write: true, ...options });

/** Stores four objects, and deletes one of them three hours ago and two half an hour ago. */
async function deleteThreeOfFour(): Promise<void> {
  await changeAt(hoursAgo(5), async () => {
    for (const key of ['files/a', 'files/b', 'files/kept', 'posts/c']) await put(key, BODY);
  });
  await changeAt(hoursAgo(3), () => remove('files/a'));
  await changeAt(hoursAgo(0.5), async () => {
    await remove('files/b');
    await remove('posts/c');
  });
}

it('recovers every object that was deleted in the given time', async () => {
  await deleteThreeOfFour();
  expect(await recover()).toEqual({ objects: 2, bytes: 2 * BODY.length });
  expect(await listKeys()).toEqual(['files/b', 'files/kept', 'posts/c']);
});

it('recovers no object that was deleted after the given time', async () => {
  await deleteThreeOfFour();
  expect(await recover({ since: hoursAgo(4), until: hoursAgo(2) })).toEqual({ objects: 1, bytes: BODY.length });
  expect(await listKeys()).toEqual(['files/a', 'files/kept']);
});

it('recovers only objects whose keys start with the prefix', async () => {
  await deleteThreeOfFour();
  expect(await recover({ prefix: 'files/' })).toEqual({ objects: 1, bytes: BODY.length });
  expect(await listKeys()).toEqual(['files/b', 'files/kept']);
});

it('counts the objects and recovers none if write is false', async () => {
  await deleteThreeOfFour();
  expect(await recover({ write: false })).toEqual({ objects: 2, bytes: 2 * BODY.length });
  expect(await listKeys()).toEqual(['files/kept']);
});

it('recovers the newest version of an object that was deleted several times', async () => {
  await changeAt(hoursAgo(3), async () => {
    await put('a', 'first');
    await remove('a');
    await put('a', 'second');
  });
  await changeAt(hoursAgo(0.5), async () => {
    await remove('a');
    await remove('a');
  });

  expect(await recover()).toEqual({ objects: 1, bytes: 'second'.length });
  expect(await listKeys()).toEqual(['a']);
  expect(await recover()).toEqual({ objects: 0, bytes: 0 });
});

it('does not recover a key without a version', async () => {
  await changeAt(hoursAgo(0.5), () => remove('never stored'));
  expect(await recover()).toEqual({ objects: 0, bytes: 0 });
});

it.each([1, 2, 4, 5, 24])('counts an object with versions on several pages of %i once', async (pageSize) => {
  await changeAt(hoursAgo(0.5), async () => {
    for (const key of ['a', 'b', 'c', 'd']) {
      for (let count = 0; count < 3; count++) {
        await put(key, BODY);
        await remove(key);
      }
    }
  });

  expect(await recover({ write: false, pageSize })).toEqual({ objects: 4, bytes: 4 * BODY.length });
  expect(await recover({ pageSize })).toEqual({ objects: 4, bytes: 4 * BODY.length });
  expect(await listKeys()).toEqual(['a', 'b', 'c', 'd']);
});

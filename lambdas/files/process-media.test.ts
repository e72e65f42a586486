import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_PICTURE_BYTES } from '../../shared/rules/limits.ts';
import { FakeBucket, fakeMediaFunction } from '../../test/support/fake-clients.ts';
import { createJpegSamples } from '../../test/support/media-corpus/jpeg-samples.ts';
import { SECRET } from '../../test/support/media-corpus/media-sample.ts';
import { createPicture } from '../../test/support/media-corpus/pictures.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, removeHooks } from '../../test/support/table-calls.ts';
import { renditionsOf, storeUpload } from '../../test/support/uploaded-media.ts';
import { Throttled } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { table, tableName } from '../table/client.ts';
import { getFile } from '../table/file.ts';
import { startAttempt } from '../table/file-media.ts';
import { fileKey } from '../table/keys.ts';
import { sumLedger } from '../table/ledger.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { processMedia } from './process-media.ts';
import { recordAndProcess } from './record-and-process.ts';
import { deleteFileRecord, recordStoredFile } from './record-stored-file.ts';

const engine = vi.hoisted(() => ({ renders: 0, failure: undefined as Error | undefined }));
vi.mock('../media/render-picture.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../media/render-picture.ts')>();
  const renderPicture: typeof original.renderPicture = async (bytes) => {
    engine.renders++;
    if (engine.failure) throw engine.failure;
    return original.renderPicture(bytes);
  };
  return { ...original, renderPicture };
});

let stop: () => Promise<void>;
let bucket: FakeBucket;
let startedJobs: { key: string }[];
const jpegs = await createJpegSamples();
const dirty = jpegs.find(({ name }) => name === 'JPEG of a phone')!.bytes;
const clean = await createPicture().png().toBuffer();
const MP4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\x02isommp41', 'latin1'), Buffer.alloc(64)]);
/** What a file with pictures for pages has. */
const RENDERED = { placeholder: expect.any(String), renditions: [320, 1280] };

beforeAll(async () => {
  stop = await startTable();
  bucket = new FakeBucket();
  startedJobs = fakeMediaFunction();
});
beforeEach(() => {
  bucket.beforeRequest = () => {};
  bucket.objects.clear();
  startedJobs.length = 0;
  Object.assign(engine, { renders: 0, failure: undefined });
});
afterEach(() => {
  removeHooks();
  vi.useRealTimers();
  vi.restoreAllMocks(); // Also restores the clients.
  bucket = Object.assign(new FakeBucket(), { objects: bucket.objects });
  startedJobs = fakeMediaFunction();
});
afterAll(() => stop());

async function upload(bytes: Uint8Array, contentType: string, name = 'reef') {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return storeUpload(bucket, userId, { bytes, contentType, name });
}

const storedKeys = (keys: readonly string[]) => keys.filter((key) => bucket.objects.has(key));
const fileAt = (key: string) => getFile(key).then(unseal);
const bytesOf = (key: string) => Buffer.from(bucket.objects.get(key)!.bytes);

/** Delivers the bucket's event, and the invocations that follow, until nothing is left. */
async function deliver(key: string): Promise<void> {
  const before = bucket.objects.get(key);
  await recordAndProcess(key);
  for (const request of startedJobs.splice(0)) await processMedia(request.key);
  if (bucket.objects.get(key) !== before && bucket.objects.has(key)) await deliver(key);
}

/** Returns the stored bytes of profile, ledger, file, and bucket, which must be equal. */
async function countBytes(userId: string, key: string): Promise<number | undefined> {
  const size = (await fileAt(key))?.size ?? 0;
  expect((await sumLedger(userId)).contributedBytes).toBe(size);
  const profile = unseal(await getProfile(userId, { consistent: true }));
  expect(profile).toMatchObject({ contributedBytes: size, storedBytes: size });
  expect(bucket.objects.get(key)?.bytes.length ?? 0).toBe(size);
  return size;
}

describe('processMedia', () => {
  it('removes hidden metadata before the file can be opened, and counts the stored bytes once', async () => {
    const { userId, key, renditions } = await upload(dirty, 'image/jpeg');

    expect(await recordStoredFile(key)).toMatchObject({ inspection: 'pending', size: dirty.length });
    expect(await processMedia(key)).toBe('cleaned');
    expect(await fileAt(key)).toMatchObject({ inspection: 'pending', size: dirty.length });
    expect(bytesOf(key).includes(SECRET)).toBe(false);
    // The event of the cleaned object.
    expect(await recordStoredFile(key)).toMatchObject({ inspection: 'done', revision: 1 });
    expect(await processMedia(key)).toBe('processed');
    expect(await processMedia(key)).toBe('nothing to do');
    expect(await countBytes(userId, key)).toBeLessThan(dirty.length);
    expect(await fileAt(key)).toMatchObject({ inspection: 'done', media: { renditions: [320, 1280] } });
    expect(storedKeys(renditions)).toEqual(renditions);
    expect((await sharp(bytesOf(key)).metadata()).orientation).toBe(6);
  });

  it('opens a clean picture at once, and describes it with its orientation applied', async () => {
    const { key, renditions } = await upload(clean, 'image/png');
    expect(await recordStoredFile(key)).toMatchObject({ inspection: 'done' });
    await deliver(key);
    expect(await fileAt(key)).toMatchObject({ revision: 0, media: { width: 64, height: 48, ...RENDERED } });
    expect((await sharp(bytesOf(renditions[0]!)).metadata()).format).toBe('webp');
  });

  it('ends in the same state if every event arrives twice and late', async () => {
    const { userId, key } = await upload(dirty, 'image/jpeg');
    await Promise.all([recordAndProcess(key), recordAndProcess(key)]);
    await Promise.all([processMedia(key), processMedia(key)]);
    // The cleaned object's event is late: another invocation for the first bytes comes before it.
    await processMedia(key);
    await Promise.all([recordAndProcess(key), recordAndProcess(key)]);
    await Promise.all([processMedia(key), processMedia(key)]);
    await deliver(key);
    expect(await fileAt(key)).toMatchObject({ inspection: 'done', revision: 1, media: { renditions: [320, 1280] } });
    expect(await countBytes(userId, key)).toBe(bytesOf(key).length);
    expect(engine.renders).toBe(1);
  });

  it('does nothing before the file is recorded, and leaves the work to the event', async () => {
    const { key } = await upload(dirty, 'image/jpeg');
    expect(await processMedia(key)).toBe('nothing to do');
    expect(bytesOf(key)).toEqual(Buffer.from(dirty));
    await deliver(key);
    expect(bytesOf(key).includes(SECRET)).toBe(false);
  });

  it('leaves files alone that have nothing to clean or to show', async () => {
    const { key } = await upload(Buffer.from('Hello'), 'text/plain');
    await recordAndProcess(key);
    expect(startedJobs).toEqual([]);
    expect(await processMedia(key)).toBe('nothing to do');
    expect(await fileAt(key)).not.toHaveProperty('inspection');
  });

  it('opens a broken picture untouched, without renditions', async () => {
    const brokenPicture = Buffer.concat([clean.subarray(0, 40), Buffer.alloc(30, 7)]);
    const { key, renditions } = await upload(brokenPicture, 'image/png');
    await deliver(key);
    expect(await fileAt(key)).toMatchObject({ inspection: 'done', media: { renditions: [] } });
    expect(bytesOf(key)).toEqual(brokenPicture);
    expect(storedKeys(renditions)).toEqual([]);
    expect(await processMedia(key)).toBe('nothing to do');
  });

  it('processes a file of an earlier version', async () => {
    const { key } = await upload(dirty, 'image/jpeg');
    await recordStoredFile(key);
    const update = { TableName: tableName(), Key: fileKey(key), UpdateExpression: 'REMOVE inspection' };
    await table.send(new UpdateCommand(update));
    expect(await processMedia(key)).toBe('cleaned');
    await deliver(key);
    expect(await fileAt(key)).toMatchObject({ inspection: 'done' });
  });
});

describe('a file that is deleted while it is processed', () => {
  /** Deletes the record and the objects, as DELETE /files does. */
  const deleteFile = async (key: string) => {
    const file = await fileAt(key);
    if (file) await deleteFileRecord(file);
    for (const each of [key, ...renditionsOf(key)]) bucket.objects.delete(each);
  };

  it.each(['HeadObjectCommand', 'ListObjectsV2Command', 'GetObjectCommand', 'PutObjectCommand'])(
    'leaves nothing behind before %s',
    async (command) => {
      for (const bytes of [dirty, clean]) {
        const { userId, key } = await upload(bytes, bytes === dirty ? 'image/jpeg' : 'image/png');
        await recordStoredFile(key);
        let deletions = 0;
        bucket.beforeRequest = async (name) => {
          if (name === command && deletions++ === 0) await deleteFile(key);
        };
        await processMedia(key);
        bucket.beforeRequest = () => {};
        await deleteFile(key);
        expect([...bucket.objects.keys()]).toEqual([]);
        expect(await countBytes(userId, key)).toBe(0);
      }
    },
  );

  it.each([0, 1])('leaves nothing behind before write %i of the record', async (skip) => {
    const { key } = await upload(clean, 'image/png');
    await recordStoredFile(key);
    const reached = beforeNext(table, 'UpdateItemCommand', () => deleteFile(key), { skip });
    await processMedia(key);
    expect(reached()).toBe(true);
    expect(storedKeys([key, ...renditionsOf(key)])).toEqual([]);
    expect(await fileAt(key)).toBeUndefined();
  });
});

describe('attempts', () => {
  it('stop after three that never ended, and open the file without renditions', async () => {
    const { key } = await upload(clean, 'image/png');
    const file = await recordStoredFile(key);
    // Each of them was killed.
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await startAttempt(file, 1000 * attempt, 0)).toMatchObject({ mediaAttempts: attempt });
    }
    const log = vi.spyOn(logger, 'error').mockReturnValue();
    expect(await processMedia(key)).toBe('processed');
    expect(engine.renders).toBe(0);
    expect(log).toHaveBeenCalledOnce();
    expect(await fileAt(key)).toMatchObject({ media: { renditions: [] } });
    expect(await fileAt(key)).not.toHaveProperty('mediaAttempts');
  });

  it('count if the content makes them fail, and not if AWS does', async () => {
    const { key } = await upload(clean, 'image/png');
    await recordStoredFile(key);
    engine.failure = new Throttled();
    for (let count = 0; count < 5; count++) await expect(processMedia(key)).rejects.toBe(engine.failure);
    engine.failure = new TypeError('broken');
    for (let count = 0; count < 3; count++) await expect(processMedia(key)).rejects.toBe(engine.failure);
    vi.spyOn(logger, 'error').mockReturnValue();
    expect(await processMedia(key)).toBe('processed');
    expect(engine.renders).toBe(8);
  });

  it('are made one after the other', async () => {
    const { key } = await upload(clean, 'image/png');
    const file = await recordStoredFile(key);
    await startAttempt(file, Date.now(), Date.now() + 60_000);
    expect(await processMedia(key)).toBe('in progress elsewhere');
    vi.useFakeTimers({ now: Date.now() + 60_001, toFake: ['Date'] });
    expect(await processMedia(key)).toBe('processed');
  });
});

describe('posters', () => {
  it('become the renditions of a video, and are deleted', async () => {
    const { key, poster, renditions } = await upload(MP4, 'video/mp4');
    await deliver(key);
    expect(await fileAt(key)).toMatchObject({ media: { renditions: [] } });
    bucket.put(poster, dirty, 'image/jpeg');
    expect(await processMedia(poster)).toBe('processed');
    expect(await fileAt(key)).toMatchObject({ media: RENDERED });
    expect(storedKeys([poster, ...renditions])).toEqual(renditions);
    for (const rendition of renditions) expect(bytesOf(rendition).includes(SECRET)).toBe(false);
  });

  it('wait for a file that arrives after them', async () => {
    const { key, poster, renditions } = await upload(MP4, 'video/mp4');
    const video = bucket.objects.get(key)!;
    bucket.objects.delete(key);
    bucket.put(poster, clean, 'image/png');
    expect(await processMedia(poster)).toBe('nothing to do');
    bucket.objects.set(key, video);
    // Stored, but not recorded.
    expect(await processMedia(poster)).toBe('nothing to do');
    await deliver(key);
    expect(storedKeys([poster, ...renditions])).toEqual(renditions);
  });

  it('are used if they arrive while their file is processed', async () => {
    const { key, poster, renditions } = await upload(MP4, 'video/mp4');
    await recordStoredFile(key);
    const put = () => bucket.put(poster, clean, 'image/png');
    const arrived = beforeNext(table, 'UpdateItemCommand', put, { skip: 1 });
    await processMedia(key);
    expect(arrived()).toBe(true);
    expect(storedKeys([poster, ...renditions])).toEqual(renditions);
  });

  it('stay in use if a call that began before they arrived ends after them', async () => {
    const { key, poster, renditions } = await upload(MP4, 'video/mp4');
    await recordStoredFile(key);
    // It has read the file, and is about to reserve it.
    beforeNext(table, 'UpdateItemCommand', async () => {
      bucket.put(poster, clean, 'image/png');
      expect(await processMedia(poster)).toBe('processed');
    });
    expect(await processMedia(key)).toBe('nothing to do');
    expect(await fileAt(key)).toMatchObject({ media: RENDERED });
    expect(await fileAt(key)).not.toHaveProperty('processingUntil');
    expect(storedKeys([poster, ...renditions])).toEqual(renditions);
  });

  it('are deleted unused if their file is a picture, or they are no pictures', async () => {
    const picture = await upload(clean, 'image/png');
    await deliver(picture.key);
    const renders = engine.renders;
    bucket.put(picture.poster, clean, 'image/png');
    await processMedia(picture.poster);
    expect(engine.renders).toBe(renders);
    const video = await upload(MP4, 'video/mp4');
    bucket.put(video.poster, 'Hello', 'image/png');
    bucket.put(`${video.poster}.jpg`, Buffer.concat([clean, Buffer.alloc(MAX_PICTURE_BYTES)]), 'image/png');
    await deliver(video.key);
    expect(storedKeys([picture.poster, video.poster, `${video.poster}.jpg`, ...video.renditions])).toEqual([]);
    expect(await fileAt(video.key)).toMatchObject({ media: { renditions: [] } });
  });

  it("never change another member's file", async () => {
    const theirs = await upload(MP4, 'video/mp4');
    await deliver(theirs.key);
    const poster = theirs.poster.replace(theirs.userId, randomUUID());
    bucket.put(poster, clean, 'image/png');
    expect(await processMedia(poster)).toBe('nothing to do');
    expect(await fileAt(theirs.key)).toMatchObject({ media: { renditions: [] } });
  });
});

/**
 * Tests of the function that processes uploaded files. It removes hidden metadata from the object, and creates
 * renditions (smaller pictures). S3 can deliver an event late or twice, and members can delete a file at any time.
 */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeMediaFunction } from '../../test/support/fake-clients.ts';
import { createJpegSamples } from '../../test/support/media-corpus/jpeg-samples.ts';
import { SECRET } from '../../test/support/media-corpus/media-sample.ts';
import { createPicture } from '../../test/support/media-corpus/pictures.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, removeHooks } from '../../test/support/table-calls.ts';
import { renditionKeysOf, storeUpload } from '../../test/support/uploaded-media.ts';
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

/** Counts the rendered pictures. Rendering throws `failure` if it is set. */
const renderer = vi.hoisted(() => ({ renderCount: 0, failure: undefined as Error | undefined }));

vi.mock('../media/render-picture.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../media/render-picture.ts')>();
  const renderPicture: typeof original.renderPicture = async (bytes) => {
    renderer.renderCount++;
    if (renderer.failure) throw renderer.failure;
    return original.renderPicture(bytes);
  };

  return { ...original, renderPicture };
});

let stopTable: () => Promise<void>;
let bucket: FakeBucket;
let mediaRequests: { key: string }[];

const jpegs = await createJpegSamples();
/** A picture with hidden metadata, which contains {@link SECRET}. */
const dirtyPicture = jpegs.find(({ name }) => name === 'JPEG of a phone')!.bytes;
/** A picture without hidden metadata. */
const cleanPicture = await createPicture().png().toBuffer();

/** The media attributes of a file with renditions. */
const RENDERED = { placeholder: expect.any(String), renditions: [320, 1280] };

beforeAll(async () => {
  stopTable = await startTable();
});

beforeEach(() => {
  bucket = new FakeBucket();
  mediaRequests = fakeMediaFunction();
  Object.assign(renderer, { renderCount: 0, failure: undefined });
});

afterEach(() => {
  removeHooks();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

afterAll(() => stopTable());

/** Stores a new member's object without a record. Returns its key, and the keys for its renditions. */
async function storeObject(bytes: Uint8Array, contentType: string) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return storeUpload(bucket, userId, { bytes, contentType, name: 'reef' });
}

/** Returns those of the keys that have an object in the bucket. */
const selectStoredKeys = (keys: readonly string[]) => keys.filter((key) => bucket.objects.has(key));
const readFile = (key: string) => getFile(key).then(unseal);
const readBytes = (key: string) => Buffer.from(bucket.objects.get(key)!.bytes);

/** Delivers the bucket's event and the invocations that follow. Repeats this if they change the object. */
async function deliverEvents(key: string): Promise<void> {
  const objectBefore = bucket.objects.get(key);

  await recordAndProcess(key);
  for (const request of mediaRequests.splice(0)) await processMedia(request.key);

  // A new object has its own event.
  const wasReplaced = bucket.objects.has(key) && bucket.objects.get(key) !== objectBefore;
  if (wasReplaced) await deliverEvents(key);
}

/** Returns the number of stored bytes. Fails unless profile, ledger, file, and bucket have the same number. */
async function readConsistentSize(userId: string, key: string): Promise<number | undefined> {
  const size = (await readFile(key))?.size ?? 0;

  expect((await sumLedger(userId)).contributedBytes).toBe(size);
  const profile = unseal(await getProfile(userId, { consistent: true }));
  expect(profile).toMatchObject({ contributedBytes: size, storedBytes: size });
  expect(bucket.objects.get(key)?.bytes.length ?? 0).toBe(size);

  return size;
}

describe('processMedia', () => {
  it('removes hidden metadata before the file can be opened, and counts the stored bytes once', async () => {
    const { userId, key, renditionKeys } = await storeObject(dirtyPicture, 'image/jpeg');

    expect(await recordStoredFile(key)).toMatchObject({ inspection: 'pending', size: dirtyPicture.length });

    // Replaces the object. The file stays pending until the event of the cleaned object.
    expect(await processMedia(key)).toBe('cleaned');
    expect(await readFile(key)).toMatchObject({ inspection: 'pending', size: dirtyPicture.length });
    expect(readBytes(key).includes(SECRET)).toBe(false);

    // Handles the event of the cleaned object, and creates the renditions.
    expect(await recordStoredFile(key)).toMatchObject({ inspection: 'done', revision: 1 });
    expect(await processMedia(key)).toBe('processed');
    expect(await processMedia(key)).toBe('nothing to do');

    expect(await readConsistentSize(userId, key)).toBeLessThan(dirtyPicture.length);
    expect(await readFile(key)).toMatchObject({ inspection: 'done', media: { renditions: [320, 1280] } });
    expect(selectStoredKeys(renditionKeys)).toEqual(renditionKeys);
    // The sample's orientation is 6.
    expect((await sharp(readBytes(key)).metadata()).orientation).toBe(6);
  });

  it('lets members open a clean picture immediately, and describes it with its orientation applied', async () => {
    const { key, renditionKeys } = await storeObject(cleanPicture, 'image/png');
    expect(await recordStoredFile(key)).toMatchObject({ inspection: 'done' });

    await deliverEvents(key);
    expect(await readFile(key)).toMatchObject({ revision: 0, media: { width: 64, height: 48, ...RENDERED } });
    expect((await sharp(readBytes(renditionKeys[0]!)).metadata()).format).toBe('webp');
  });

  it('ends in the same state if every event arrives twice and late', async () => {
    const { userId, key } = await storeObject(dirtyPicture, 'image/jpeg');

    await Promise.all([recordAndProcess(key), recordAndProcess(key)]);
    await Promise.all([processMedia(key), processMedia(key)]);
    // The cleaned object's event is late: another invocation for the first bytes comes before it.
    await processMedia(key);
    await Promise.all([recordAndProcess(key), recordAndProcess(key)]);
    await Promise.all([processMedia(key), processMedia(key)]);
    await deliverEvents(key);

    expect(await readFile(key)).toMatchObject({ inspection: 'done', revision: 1, media: { renditions: [320, 1280] } });
    expect(await readConsistentSize(userId, key)).toBe(readBytes(key).length);
    expect(renderer.renderCount).toBe(1);
  });

  it('does nothing before the file is recorded, and leaves the work to the event', async () => {
    const { key } = await storeObject(dirtyPicture, 'image/jpeg');
    expect(await processMedia(key)).toBe('nothing to do');
    expect(readBytes(key)).toEqual(Buffer.from(dirtyPicture));

    await deliverEvents(key);
    expect(readBytes(key).includes(SECRET)).toBe(false);
  });

  it('ignores a file with nothing to clean or to show', async () => {
    const { key } = await storeObject(Buffer.from('Hello'), 'text/plain');
    await recordAndProcess(key);
    expect(mediaRequests).toEqual([]);
    expect(await processMedia(key)).toBe('nothing to do');
    expect(await readFile(key)).not.toHaveProperty('inspection');
  });

  it('lets members open a broken picture unchanged, without renditions', async () => {
    const brokenPicture = Buffer.concat([cleanPicture.subarray(0, 40), Buffer.alloc(30, 7)]);
    const { key, renditionKeys } = await storeObject(brokenPicture, 'image/png');

    await deliverEvents(key);

    expect(await readFile(key)).toMatchObject({ inspection: 'done', media: { renditions: [] } });
    expect(readBytes(key)).toEqual(brokenPicture);
    expect(selectStoredKeys(renditionKeys)).toEqual([]);
    expect(await processMedia(key)).toBe('nothing to do');
  });

  it('processes a file whose record has no inspection, as in earlier versions', async () => {
    const { key } = await storeObject(dirtyPicture, 'image/jpeg');
    await recordStoredFile(key);
    const update = { TableName: tableName(), Key: fileKey(key), UpdateExpression: 'REMOVE inspection' };
    await table.send(new UpdateCommand(update));

    expect(await processMedia(key)).toBe('cleaned');
    await deliverEvents(key);
    expect(await readFile(key)).toMatchObject({ inspection: 'done' });
  });
});

describe('a file that is deleted while it is processed', () => {
  /** Deletes the record and the objects, as DELETE /files does. */
  const deleteFile = async (key: string) => {
    const file = await readFile(key);
    if (file) await deleteFileRecord(file);
    for (const objectKey of [key, ...renditionKeysOf(key)]) bucket.objects.delete(objectKey);
  };

  describe.each([
    { picture: 'a picture with hidden metadata', bytes: dirtyPicture, contentType: 'image/jpeg' },
    { picture: 'a clean picture', bytes: cleanPicture, contentType: 'image/png' },
  ])('$picture', ({ bytes, contentType }) => {
    it.each(['HeadObjectCommand', 'ListObjectsV2Command', 'GetObjectCommand', 'PutObjectCommand'])(
      'leaves nothing behind if the file is deleted before %s',
      async (command) => {
        const { userId, key } = await storeObject(bytes, contentType);
        await recordStoredFile(key);

        let deletions = 0;
        bucket.beforeRequest = async (name) => {
          if (name === command && deletions++ === 0) await deleteFile(key);
        };
        await processMedia(key);

        bucket.beforeRequest = () => {};
        await deleteFile(key);

        expect([...bucket.objects.keys()]).toEqual([]);
        expect(await readConsistentSize(userId, key)).toBe(0);
      },
    );
  });

  it.each([0, 1])('leaves nothing behind if the file is deleted before write %i of the record', async (skip) => {
    const { key } = await storeObject(cleanPicture, 'image/png');
    await recordStoredFile(key);
    const wasDeleted = beforeNext(table, 'UpdateItemCommand', () => deleteFile(key), { skip });

    await processMedia(key);

    expect(wasDeleted()).toBe(true);
    expect(selectStoredKeys([key, ...renditionKeysOf(key)])).toEqual([]);
    expect(await readFile(key)).toBeUndefined();
  });
});

describe('processMedia of a failing file', () => {
  it('stops after three attempts that never ended, and opens the file without renditions', async () => {
    const { key } = await storeObject(cleanPicture, 'image/png');
    const file = await recordStoredFile(key);
    // Starts attempts that never end, like those of killed functions. Their reservations have ended.
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await startAttempt(file, 1000 * attempt, 0)).toMatchObject({ mediaAttempts: attempt });
    }
    const errorLog = vi.spyOn(logger, 'error').mockReturnValue();

    expect(await processMedia(key)).toBe('processed');
    expect(renderer.renderCount).toBe(0);
    expect(errorLog).toHaveBeenCalledOnce();
    expect(await readFile(key)).toMatchObject({ media: { renditions: [] } });
    expect(await readFile(key)).not.toHaveProperty('mediaAttempts');
  });

  it('counts attempts that fail because of the content, but none that fail because of AWS', async () => {
    const { key } = await storeObject(cleanPicture, 'image/png');
    await recordStoredFile(key);

    renderer.failure = new Throttled();
    for (let call = 1; call <= 5; call++) await expect(processMedia(key)).rejects.toBe(renderer.failure);

    renderer.failure = new TypeError('broken');
    for (let call = 1; call <= 3; call++) await expect(processMedia(key)).rejects.toBe(renderer.failure);

    // All three attempts are used up, so the fourth call opens the file without rendering it.
    vi.spyOn(logger, 'error').mockReturnValue();
    expect(await processMedia(key)).toBe('processed');
    // Five calls were throttled, and three failed because of the content.
    expect(renderer.renderCount).toBe(5 + 3);
  });

  it('makes only one attempt at a time', async () => {
    const { key } = await storeObject(cleanPicture, 'image/png');
    const file = await recordStoredFile(key);
    const reservedUntil = Date.now() + MINUTE_MS;
    await startAttempt(file, Date.now(), reservedUntil);
    expect(await processMedia(key)).toBe('in progress elsewhere');

    vi.useFakeTimers({ now: reservedUntil + 1, toFake: ['Date'] });
    expect(await processMedia(key)).toBe('processed');
  });
});

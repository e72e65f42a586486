/** Tests that the hourly job restores lost renditions: smaller pictures of a file, which functions create. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeMediaFunction } from '../../test/support/fake-clients.ts';
import { createPicture } from '../../test/support/media-corpus/pictures.ts';
import { startTable } from '../../test/support/table.ts';
import { storeUpload } from '../../test/support/uploaded-media.ts';
import { getFile } from '../table/file.ts';
import { clearJobProgress } from '../table/job-progress.ts';
import { createProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { processMedia } from './process-media.ts';
import { reconcileUploads } from './reconcile-uploads.ts';
import { recordStoredFile } from './record-stored-file.ts';

const picture = await createPicture().png().toBuffer();
/** A video of a few bytes. Its renditions come from a poster, because functions can't decode videos. */
const WEBM = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]), Buffer.from('webm')]);

let stopTable: () => Promise<void>;
let bucket: FakeBucket;
let mediaRequests: { key: string }[];

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  mediaRequests = fakeMediaFunction();
});

beforeEach(async () => {
  bucket.objects.clear();
  await clearJobProgress('reconcile-uploads');
  // Deletes the records of earlier tests, because their objects are gone.
  await runJob();
  mediaRequests.length = 0;
});

afterAll(() => stopTable());

/** Runs the hourly job to its end. */
const runJob = (maxStarted?: number) => reconcileUploads(() => true, { newRound: true, maxDebits: 1000, maxStarted });

/** Returns those of the keys that have an object in the bucket. */
const selectStoredKeys = (keys: readonly string[]) => keys.filter((key) => bucket.objects.has(key));

/** Stores a file and its poster, and processes both. The file has both renditions then. */
async function createFile(bytes: Uint8Array, contentType: string, posterBytes?: Uint8Array) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  const file = storeUpload(bucket, userId, { bytes, contentType, name: 'reef' });
  if (posterBytes) bucket.put(file.posterKey, posterBytes, 'image/png');

  await recordStoredFile(file.key);
  expect(await processMedia(file.key)).toBe('processed');
  expect(selectStoredKeys(file.renditionKeys)).toEqual(file.renditionKeys);
  return file;
}

const readMedia = async (key: string) => unseal(await getFile(key))?.media;

describe('a file whose renditions are lost', () => {
  it.each([[[0]], [[1]], [[0, 1]]])('renders lost renditions again in the hourly job: %j', async (lostIndexes) => {
    const { key, renditionKeys } = await createFile(picture, 'image/png');
    const mediaBefore = await readMedia(key);
    expect(await runJob()).toMatchObject({ started: 0 });
    for (const index of lostIndexes) bucket.objects.delete(renditionKeys[index]!);

    expect(await runJob()).toMatchObject({ started: 1, failed: 0 });
    expect(mediaRequests).toEqual([{ key }]);

    expect(await processMedia(key)).toBe('processed');
    expect(selectStoredKeys(renditionKeys)).toEqual(renditionKeys);
    expect(await readMedia(key)).toEqual(mediaBefore);

    expect(await runJob()).toMatchObject({ started: 0 });
  });

  it('keeps the media attributes of a file that waits for the next run', async () => {
    const files = [await createFile(picture, 'image/png'), await createFile(picture, 'image/png')];
    for (const { renditionKeys } of files) bucket.objects.delete(renditionKeys[0]!);

    // Starting the processing of a file removes its media attributes.
    expect(await runJob(1)).toMatchObject({ started: 1 });
    const media = await Promise.all(files.map(({ key }) => readMedia(key)));
    expect(media.filter(Boolean)).toHaveLength(1);

    for (const { key } of mediaRequests.splice(0)) await processMedia(key);
    expect(await runJob(1)).toMatchObject({ started: 1 });
  });

  it('does not restore renditions that came from a poster, because the poster is deleted after use', async () => {
    const { key, renditionKeys } = await createFile(WEBM, 'video/webm', picture);
    bucket.objects.delete(renditionKeys[1]!);

    expect(await runJob()).toMatchObject({ started: 1 });
    expect(await processMedia(key)).toBe('processed');
    expect(await readMedia(key)).toEqual({ renditions: [] });

    expect(await runJob()).toMatchObject({ started: 0 });
  });
});

/**
 * Tests of the hourly job with files of an earlier version. That version trusted the declared type of a file and
 * didn't inspect its bytes, so some of these files have hidden metadata, such as a position.
 */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeMediaFunction } from '../../test/support/fake-clients.ts';
import { SECRET } from '../../test/support/media-corpus/media-sample.ts';
import { createMovieSamples } from '../../test/support/media-corpus/movie-samples.ts';
import { startTable } from '../../test/support/table.ts';
import { storeUpload } from '../../test/support/uploaded-media.ts';
import { table, tableName } from '../table/client.ts';
import { getFile } from '../table/file.ts';
import { clearJobProgress } from '../table/job-progress.ts';
import { fileKey } from '../table/keys.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { processMedia } from './process-media.ts';
import { reconcileUploads } from './reconcile-uploads.ts';
import { recordStoredFile } from './record-stored-file.ts';

const movies = await createMovieSamples();

/** An MP4 with hidden metadata, which contains {@link SECRET}. */
const dirtyMovie = movies.find(({ name }) => name === 'MP4 with user data')!.bytes;

/** The first bytes of a WebM. The type has no cleaner, so such files are never cleaned. */
const WEBM = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]), Buffer.from('webm')]);

/** The first bytes of a WAV. The type has no cleaner, either. */
const WAV = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(24)]);

/** Age of a file of an earlier version: more than the ten minutes that the hourly job waits for a file's own event. */
const EARLIER_FILE_AGE_MS = 11 * MINUTE_MS;

let stopTable: () => Promise<void>;
let bucket: FakeBucket;
/** Requests to process a file, which the hourly job has sent. */
let mediaRequests: { key: string }[];

/** Gives the job time for all pages. */
const timeLeft = () => true;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  mediaRequests = fakeMediaFunction();
});

beforeEach(async () => {
  bucket.objects.clear();
  await clearJobProgress('reconcile-uploads');
  // Deletes the records of earlier tests, because their objects are gone.
  await reconcileUploads(timeLeft, { maxDebits: 1000 });
  mediaRequests.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(() => stopTable());

async function upload(bytes: Uint8Array, contentType: string) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return storeUpload(bucket, userId, { bytes, contentType, name: 'dive' });
}

/**
 * Stores a file as an earlier version did: with the declared type, with media attributes, and without an inspection.
 */
async function storeEarlierFile(bytes: Uint8Array, contentType: string) {
  const { userId, key } = await upload(bytes, contentType);

  vi.useFakeTimers({ now: Date.now() - EARLIER_FILE_AGE_MS, toFake: ['Date'] });
  await recordStoredFile(key);
  vi.useRealTimers();

  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: fileKey(key),
      UpdateExpression: 'SET contentType = :type, media = :media REMOVE inspection',
      ExpressionAttributeValues: { ':type': contentType, ':media': { renditions: [] } },
    }),
  );

  return { userId, key };
}

/** Runs the hourly job to its end. */
const runJob = (maxStarted?: number) => reconcileUploads(timeLeft, { newRound: true, maxStarted });

describe('reconcileUploads with files of an earlier version, which trusted the declared type', () => {
  it('inspects a file, and removes its hidden metadata', async () => {
    const { userId, key } = await storeEarlierFile(dirtyMovie, 'video/webm');

    expect(await runJob()).toMatchObject({ started: 1, failed: 0 });
    expect(mediaRequests).toEqual([{ key }]);
    expect(await processMedia(key)).toBe('cleaned');
    expect(Buffer.from(bucket.objects.get(key)!.bytes).includes(SECRET)).toBe(false);

    // Handles the event of the cleaned object.
    const file = await recordStoredFile(key);
    expect(file).toMatchObject({ contentType: 'video/mp4', inspection: 'done', revision: 1 });
    expect(unseal(await getProfile(userId, { consistent: true }))).toMatchObject({ storedBytes: file.size });
  });

  it('reads a file once if it has the declared type', async () => {
    const { key } = await storeEarlierFile(WEBM, 'video/webm');

    expect(await runJob()).toMatchObject({ started: 1 });
    expect(await processMedia(key)).toBe('processed');
    expect(Buffer.from(bucket.objects.get(key)!.bytes)).toEqual(WEBM);
    expect(unseal(await getFile(key))).toMatchObject({ contentType: 'video/webm', inspection: 'done', revision: 0 });

    expect(await runJob()).toMatchObject({ started: 0 });
    expect(await processMedia(key)).toBe('nothing to do');
  });

  it('does not read a text', async () => {
    await storeEarlierFile(Buffer.from('Hello'), 'text/plain');

    expect(await runJob()).toMatchObject({ started: 0 });
  });

  it('starts at most maxStarted files in a run, and the other files in the next run', async () => {
    for (const bytes of [WEBM, WAV, Buffer.concat([WEBM, WAV])]) await storeEarlierFile(bytes, 'video/webm');

    // The run reaches the last page, although one file still waits.
    expect(await runJob(2)).toMatchObject({ started: 2, finished: true });

    for (const { key } of mediaRequests.splice(0)) await processMedia(key);
    expect(await runJob(2)).toMatchObject({ started: 1 });
  });
});

describe('a new file', () => {
  it.each([
    ['video/webm', WEBM],
    ['audio/wav', WAV],
  ])('records a new file of type %s as inspected, and does not inspect it again', async (contentType, bytes) => {
    const { key } = await upload(bytes, contentType);
    const inspectedFile = { contentType, inspection: 'done' };

    expect(await recordStoredFile(key)).toMatchObject(inspectedFile);
    await processMedia(key);
    expect(unseal(await getFile(key))).toMatchObject(inspectedFile);
    expect(await processMedia(key)).toBe('nothing to do');
  });
});

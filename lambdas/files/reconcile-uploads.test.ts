/** Tests of the hourly job that compares the bucket with the table: it repairs what lost events have left undone. */
import { randomUUID } from 'node:crypto';
import { PNG } from 'pngjs';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeMediaFunction } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { renditionKeysOf } from '../../test/support/uploaded-media.ts';
import { getFile, purgeFile } from '../table/file.ts';
import { setInspected, setMedia } from '../table/file-media.ts';
import { clearJobProgress, readJobProgress } from '../table/job-progress.ts';
import { type StoredPost, storePost } from '../table/post.ts';
import { createProfile, editProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { transact } from '../table/transaction.ts';
import { abandonReservation, buildReservationDelete, buildUploadReservation } from '../table/upload-reservation.ts';
import { reconcileUploads } from './reconcile-uploads.ts';
import { deleteFileRecord, recordStoredFile } from './record-stored-file.ts';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;
let mediaRequests: { key: string }[];

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  mediaRequests = fakeMediaFunction();
});

beforeEach(async () => {
  bucket.beforeRequest = () => {};
  bucket.objects.clear();
  await clearJobProgress('reconcile-uploads');
  // Deletes the records of earlier tests, because their objects are gone.
  while (!(await reconcileUploads(timeLeft, { maxDebits: 1000 })).finished);
  mediaRequests.length = 0;
});

afterAll(() => stopTable());

/** Gives the job time for all pages. */
const timeLeft = () => true;

/** Runs the job with time for one page. */
function runOnePage() {
  let pagesLeft = 1;
  return reconcileUploads(() => pagesLeft-- > 0);
}

/** The part of a run's result without unexplained objects and without a refused deletion. */
const NO_ALARM = { unexplained: 0, refused: false };
const NOTHING_DONE = { recorded: 0, removed: 0, started: 0, failed: 0, ...NO_ALARM };

async function createMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
}

/** Size of the texts that `upload` stores by default, in bytes. */
const TEXT_BYTES = 5;
let uploadCount = 0;

/** Stores an object without a record. By default, it has digits as text, unique because a copy earns nothing. */
function upload(userId: string, text = String(uploadCount++).padStart(TEXT_BYTES, '0'), type = 'text/plain'): string {
  const key = `files/${userId}/${ulid()}/a.txt`;
  bucket.put(key, text, type);
  return key;
}

/** Stores a picture without a record. Pictures with different numbers have different bytes. */
function uploadPng(userId: string, number: number): string {
  const key = `files/${userId}/${ulid()}/a.png`;
  const png = PNG.sync.write(new PNG({ width: 1, height: 1 }));
  bucket.put(key, Buffer.concat([png, Buffer.of(number)]), 'image/png');
  return key;
}

/** Records a picture whose item names these renditions. Doesn't store the renditions. */
async function storeWithRenditions(userId: string, number: number, renditions: readonly (320 | 1280)[]) {
  const key = uploadPng(userId, number);
  await recordStoredFile(key);
  await setMedia(unseal(await getFile(key))!, { renditions });
  return key;
}

/** Records a file and deletes it again. Returns its key. */
async function createDeletedFile(userId: string): Promise<string> {
  const key = upload(userId);
  await recordStoredFile(key);
  await deleteFileRecord(unseal(await getFile(key))!);
  bucket.objects.delete(key);
  return key;
}

const readMedia = async (key: string) => unseal(await getFile(key))?.media;

function buildPost(details: Pick<StoredPost, 'postId' | 'userId' | 'image'>): StoredPost {
  return { content: '', createdAt: new Date().toISOString(), depth: 0, likeCount: 0, commentCount: 0, ...details };
}

/** Returns the ULID of an upload of this age. The job leaves unused pictures alone for 60 minutes. */
const ulidMinutesAgo = (minutes: number) => ulid(Date.now() - minutes * MINUTE_MS);

/** Returns a member's bytes that count for their depth. */
const readContributedBytes = async (userId: string) =>
  unseal(await getProfile(userId, { consistent: true }))?.contributedBytes;

describe('reconcileUploads', () => {
  it('records objects without a record, and deletes records without an object', async () => {
    const userId = await createMember();
    const recordedKey = upload(userId);
    const unrecordedKey = upload(userId);
    const missingKey = upload(userId);
    await recordStoredFile(recordedKey);
    await recordStoredFile(missingKey);
    bucket.objects.delete(missingKey);

    expect(await reconcileUploads(timeLeft)).toEqual({ ...NOTHING_DONE, recorded: 1, removed: 1, finished: true });
    expect(unseal(await getFile(unrecordedKey))).toMatchObject({ size: TEXT_BYTES });
    expect(unseal(await getFile(missingKey))).toBeUndefined();
    expect(unseal(await getFile(recordedKey))).toBeDefined();
    expect(await readContributedBytes(userId)).toBe(2 * TEXT_BYTES);

    expect(await reconcileUploads(timeLeft)).toEqual({ ...NOTHING_DONE, finished: true });
  });

  it('records the bytes that replaced a file whose event was lost', async () => {
    const userId = await createMember();
    const key = upload(userId);
    await recordStoredFile(key);
    bucket.put(key, 'Hello again');

    expect(await reconcileUploads(timeLeft)).toMatchObject({ recorded: 1, failed: 0, finished: true });
    expect(unseal(await getFile(key))).toMatchObject({ size: 'Hello again'.length });
    expect(await readContributedBytes(userId)).toBe('Hello again'.length);

    expect(await reconcileUploads(timeLeft)).toMatchObject({ recorded: 0 });
  });

  it('deletes rejected objects, and records the other objects', async () => {
    const userId = await createMember();
    const htmlKey = upload(userId, '<html>', 'text/html');
    const textKey = upload(userId);

    expect(await reconcileUploads(timeLeft)).toMatchObject({ recorded: 1, finished: true });
    expect(bucket.objects.has(htmlKey)).toBe(false);
    expect(bucket.objects.has(textKey)).toBe(true);
  });

  it('continues in the next run where the previous run ended, step by step', async () => {
    const userId = await createMember();
    const pageSize = 200;
    for (let count = 0; count < pageSize + 1; count++) upload(userId);

    expect(await reconcileUploads(() => false)).toEqual({ ...NOTHING_DONE, finished: false });

    expect(await runOnePage()).toEqual({ ...NOTHING_DONE, recorded: pageSize, finished: false });
    expect(await readJobProgress('reconcile-uploads')).toMatchObject({ step: 'objects', token: expect.any(String) });

    const steps: (string | undefined)[] = [];
    let finished = false;
    while (!finished) {
      ({ finished } = await runOnePage());
      steps.push((await readJobProgress<{ step: string }>('reconcile-uploads'))?.step);
    }

    expect(steps).toEqual(['items', 'items', 'photos', 'avatars', 'post pictures', 'posters', 'renditions', undefined]);
    expect(await readContributedBytes(userId)).toBe((pageSize + 1) * TEXT_BYTES);
  });

  it('leaves a record that was deleted after the index was read', async () => {
    const userId = await createMember();
    const key = upload(userId);
    await recordStoredFile(key);
    bucket.objects.delete(key);

    let headRequests = 0;
    bucket.beforeRequest = async (command) => {
      if (command === 'HeadObjectCommand' && headRequests++ === 0) await purgeFile(key);
    };

    expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 0, failed: 0, finished: true });
    expect(await readContributedBytes(userId)).toBe(TEXT_BYTES);
  });

  it('deletes pictures that were replaced or abandoned, an hour after their upload', async () => {
    const userId = await createMember();
    const replacedUlid = ulidMinutesAgo(65);
    const visibleUlid = ulidMinutesAgo(63);
    const unusedUlid = ulidMinutesAgo(62);
    const freshUlid = ulidMinutesAgo(0);
    const avatarKey = (pictureUlid: string) => `avatars/${userId}/${pictureUlid}/a.png`;

    const profile = unseal(await getProfile(userId))!;
    await editProfile(profile, { profilePicture: avatarKey(visibleUlid), newestPicture: unusedUlid });

    const image = { key: `posts/${userId}/${visibleUlid}/a.png`, contentType: 'image/png', alt: '' };
    await storePost(buildPost({ postId: visibleUlid, userId, image }));

    const abandonedKey = `posts/${userId}/${unusedUlid}/b.png`;
    await transact(() => [buildUploadReservation(userId, unusedUlid, 7)]);

    const deletedKeys = [
      avatarKey(replacedUlid),
      avatarKey(unusedUlid),
      abandonedKey,
      `photos/${userId}/${replacedUlid}/a.png`,
    ];
    const keptKeys = [avatarKey(visibleUlid), avatarKey(freshUlid), image.key, `photos/${userId}/${freshUlid}/a.png`];
    for (const key of [...deletedKeys, ...keptKeys]) bucket.put(key, 'picture');

    expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 4, failed: 0, ...NO_ALARM, finished: true });
    expect([...bucket.objects.keys()].sort()).toEqual(keptKeys.sort());
  });

  it('keeps a picture that a post takes over before the job deletes the picture', async () => {
    const userId = await createMember();
    const postId = ulidMinutesAgo(62);
    const image = { key: `posts/${userId}/${postId}/a.png`, contentType: 'image/png', alt: '' };
    bucket.put(image.key, 'picture');
    await transact(() => [buildUploadReservation(userId, postId, 7)]);

    const post = buildPost({ postId, userId, image });
    const publish = () => storePost(post, { furtherWrites: [buildReservationDelete(userId, postId)] });
    // The job lists the renditions after it has planned the deletion of pictures.
    bucket.beforeRequest = (_, key) => (key.startsWith('renditions') ? publish() : undefined);

    expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 0, ...NO_ALARM });
    expect(bucket.objects.has(image.key)).toBe(true);
  });

  it('lets no post take over a picture that is being deleted', async () => {
    const userId = await createMember();
    const postId = ulid();
    await transact(() => [buildUploadReservation(userId, postId, 7)]);
    expect(await abandonReservation({ userId, ulid: postId })).toBe(true);

    const post = buildPost({ postId, userId });
    expect(await storePost(post, { furtherWrites: [buildReservationDelete(userId, postId)] })).toBe('exists');
  });

  it('starts the processing of files whose event was lost, and of those that an earlier version stored', async () => {
    const userId = await createMember();
    const unrecordedKey = uploadPng(userId, 0);
    const unprocessedKey = uploadPng(userId, 1);
    const processedKey = uploadPng(userId, 2);
    const freshKey = uploadPng(userId, 3);

    // The job leaves files alone for ten minutes after their upload. These are older.
    vi.useFakeTimers({ now: Date.now() - 11 * MINUTE_MS, toFake: ['Date'] });
    for (const key of [unprocessedKey, processedKey]) await recordStoredFile(key);
    vi.useRealTimers();
    await recordStoredFile(freshKey);

    expect(await setMedia(unseal(await getFile(processedKey))!, { renditions: [] })).toBe(true);
    await setInspected(unseal(await getFile(processedKey))!);

    expect(await reconcileUploads(timeLeft)).toMatchObject({ recorded: 1, started: 1, finished: true });
    expect(mediaRequests.map(({ key }) => key)).toEqual([unrecordedKey, unprocessedKey]);
  });

  it('starts the processing of pictures that have lost a rendition, with one request for all of them', async () => {
    const userId = await createMember();
    const completeKey = await storeWithRenditions(userId, 0, [320, 1280]);
    const incompleteKey = await storeWithRenditions(userId, 1, [320, 1280]);
    const plainKey = await storeWithRenditions(userId, 2, []);
    const purgedKey = await storeWithRenditions(userId, 3, [320, 1280]);
    for (const key of [...renditionKeysOf(completeKey), renditionKeysOf(incompleteKey)[0]!]) bucket.put(key, 'picture');

    const listedPrefixes: string[] = [];
    bucket.beforeRequest = async (command, prefix) => {
      if (command !== 'ListObjectsV2Command') return;
      listedPrefixes.push(prefix);
      // The second request lists the renditions, after the job has read the records.
      if (listedPrefixes.length === 2) await purgeFile(purgedKey);
    };

    expect(await reconcileUploads(timeLeft)).toMatchObject({ started: 1, removed: 0, failed: 0, ...NO_ALARM });
    expect(mediaRequests).toEqual([{ key: incompleteKey }]);
    expect(listedPrefixes.slice(0, 3)).toEqual(['files/', 'renditions/', 'photos/']);
    expect(await Promise.all([completeKey, incompleteKey, plainKey].map(readMedia))).toEqual([
      { renditions: [320, 1280] },
      undefined,
      { renditions: [] },
    ]);
  });

  it('deletes abandoned posters and renditions of deleted files, and processes unused posters', async () => {
    const userId = await createMember();
    const storedUlid = ulidMinutesAgo(12);
    const lateUlid = ulidMinutesAgo(24 * 60);
    const abandonedUlid = ulidMinutesAgo(3 * 24 * 60);

    bucket.put(`files/${userId}/${storedUlid}/a.txt`, 'text');
    const deletedKey = await createDeletedFile(userId);
    const keptKeys = [
      `posters/${userId}/${storedUlid}/a.png`,
      `renditions/${userId}/${storedUlid}/320.webp`,
      // A poster whose file may still arrive, within two days.
      `posters/${userId}/${lateUlid}/a.png`,
      // A rendition without evidence that its file was deleted.
      `renditions/${userId}/${lateUlid}/320.webp`,
    ];
    const orphanKeys = [
      `posters/${userId}/${abandonedUlid}/a.png`,
      `renditions/${userId}/${deletedKey.split('/')[2]}/320.webp`,
    ];
    for (const key of [...keptKeys, ...orphanKeys]) bucket.put(key, 'picture');

    const result = await reconcileUploads(timeLeft);

    expect(result).toMatchObject({ removed: 2, started: 1, unexplained: 1, finished: true });
    const pictureKeys = [...bucket.objects.keys()].filter((key) => !key.startsWith('files/'));
    expect(pictureKeys.sort()).toEqual(keptKeys.sort());
    expect(mediaRequests).toEqual([{ key: `posters/${userId}/${storedUlid}/a.png` }]);
  });
});

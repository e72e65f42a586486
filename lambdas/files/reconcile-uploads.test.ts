import { randomUUID } from 'node:crypto';
import { PNG } from 'pngjs';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBucket, fakeMediaFunction } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { renditionsOf } from '../../test/support/uploaded-media.ts';
import { getFile, purgeFile } from '../table/file.ts';
import { setInspected, setMedia } from '../table/file-media.ts';
import { clearJobProgress, readJobProgress } from '../table/job-progress.ts';
import { storePost } from '../table/post.ts';
import { createProfile, editProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { transact } from '../table/transaction.ts';
import { abandonReservation, buildReservationDelete, buildUploadReservation } from '../table/upload-reservation.ts';
import { reconcileUploads } from './reconcile-uploads.ts';
import { deleteFileRecord, recordStoredFile } from './record-stored-file.ts';

let stop: () => Promise<void>;
let bucket: FakeBucket;
let startedJobs: { key: string }[];
beforeAll(async () => {
  stop = await startTable();
  bucket = new FakeBucket();
  startedJobs = fakeMediaFunction();
});
beforeEach(async () => {
  bucket.beforeRequest = () => {};
  bucket.objects.clear();
  await clearJobProgress('reconcile-uploads');
  // Deletes the records of earlier tests, because their objects are gone.
  while (!(await reconcileUploads(always, { maxDebits: 1000 })).finished);
  startedJobs.length = 0;
});
afterAll(() => stop());

const always = () => true;

/** Nothing was unexplained or refused. */
const KEPT = { unexplained: 0, refused: false };

async function newMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
}

let serial = 0;

/** Stores five digits that no other object has, or a given text. */
function upload(userId: string, text = String(serial++).padStart(5, '0'), type = 'text/plain'): string {
  const key = `files/${userId}/${ulid()}/a.txt`;
  bucket.put(key, text, type);
  return key;
}

/** Returns a picture that no other call with another number returns. */
const createPngOf = (serial: number) =>
  Buffer.concat([PNG.sync.write(new PNG({ width: 1, height: 1 })), Buffer.of(serial)]);

const bytesOf = async (userId: string) => unseal(await getProfile(userId, { consistent: true }))?.contributedBytes;

describe('reconcileUploads', () => {
  it('records objects without a record, and deletes records without an object', async () => {
    const userId = await newMember();
    const [keptKey, lostKey, orphanKey] = [upload(userId), upload(userId), upload(userId)];
    await recordStoredFile(keptKey);
    await recordStoredFile(orphanKey);
    bucket.objects.delete(orphanKey);

    expect(await reconcileUploads(always)).toEqual({
      recorded: 1,
      removed: 1,
      started: 0,
      failed: 0,
      ...KEPT,
      finished: true,
    });
    expect(unseal(await getFile(lostKey))).toMatchObject({ size: 5 });
    expect(unseal(await getFile(orphanKey))).toBeUndefined();
    expect(unseal(await getFile(keptKey))).toBeDefined();
    expect(await bytesOf(userId)).toBe(10);
    expect(await reconcileUploads(always)).toEqual({
      recorded: 0,
      removed: 0,
      started: 0,
      failed: 0,
      ...KEPT,
      finished: true,
    });
  });

  it('records the bytes that replaced a file whose event was lost', async () => {
    const userId = await newMember();
    const key = upload(userId);
    await recordStoredFile(key);
    bucket.put(key, 'Hello again');

    expect(await reconcileUploads(always)).toMatchObject({ recorded: 1, failed: 0, finished: true });
    expect(unseal(await getFile(key))).toMatchObject({ size: 11 });
    expect(await bytesOf(userId)).toBe(11);
    expect(await reconcileUploads(always)).toMatchObject({ recorded: 0 });
  });

  it('deletes rejected objects and continues with the others', async () => {
    const userId = await newMember();
    const [bad, good] = [upload(userId, '<html>', 'text/html'), upload(userId)];
    expect(await reconcileUploads(always)).toMatchObject({ recorded: 1, finished: true });
    expect([bucket.objects.has(bad), bucket.objects.has(good)]).toEqual([false, true]);
  });

  it('continues in the next run where it ran out of time, step by step', async () => {
    const userId = await newMember();
    for (let count = 0; count < 201; count++) upload(userId);

    expect(await reconcileUploads(() => false)).toEqual({
      recorded: 0,
      removed: 0,
      started: 0,
      failed: 0,
      ...KEPT,
      finished: false,
    });

    let pages = 1;
    expect(await reconcileUploads(() => pages-- > 0)).toEqual({
      recorded: 200,
      removed: 0,
      started: 0,
      failed: 0,
      ...KEPT,
      finished: false,
    });
    expect(await readJobProgress('reconcile-uploads')).toMatchObject({ step: 'objects', token: expect.any(String) });

    const steps: unknown[] = [];
    for (let finished = false; !finished; ) {
      pages = 1;
      const result = await reconcileUploads(() => pages-- > 0);
      finished = result.finished;
      steps.push((await readJobProgress<{ step: string }>('reconcile-uploads'))?.step);
    }

    expect(steps).toEqual(['items', 'items', 'photos', 'avatars', 'post pictures', 'posters', 'renditions', undefined]);
    expect(await bytesOf(userId)).toBe(201 * 5);
  });

  it('leaves a record that was deleted after the index was read', async () => {
    const userId = await newMember();
    const key = upload(userId);
    await recordStoredFile(key);
    bucket.objects.delete(key);

    let heads = 0;
    bucket.beforeRequest = (command) => (command === 'HeadObjectCommand' && heads++ === 0 ? purgeFile(key) : undefined);

    expect(await reconcileUploads(always)).toMatchObject({ removed: 0, failed: 0, finished: true });
    expect(await bytesOf(userId)).toBe(5);
  });

  it('deletes pictures that were replaced or abandoned, an hour after their upload', async () => {
    const userId = await newMember();
    const [replacedUlid, visibleUlid, unusedUlid, freshUlid] = [3_900_000, 3_800_000, 3_700_000, 0].map((age) =>
      ulid(Date.now() - age),
    );
    const avatar = (id = '') => `avatars/${userId}/${id}/a.png`;

    await editProfile(unseal(await getProfile(userId))!, {
      profilePicture: avatar(visibleUlid),
      newestPicture: unusedUlid!,
    });
    const image = { key: `posts/${userId}/${visibleUlid}/a.png`, contentType: 'image/png', alt: '' };
    const abandonedKey = `posts/${userId}/${unusedUlid}/b.png`;

    await transact(() => [buildUploadReservation(userId, unusedUlid!, 7)]);
    const about = { content: '', createdAt: new Date().toISOString(), depth: 0, likeCount: 0, commentCount: 0 };
    await storePost({ ...about, postId: visibleUlid!, userId, image });
    const oldKeys = [avatar(replacedUlid), avatar(unusedUlid), abandonedKey, `photos/${userId}/${replacedUlid}/a.png`];
    const keptKeys = [avatar(visibleUlid), avatar(freshUlid), image.key, `photos/${userId}/${freshUlid}/a.png`];
    for (const key of [...oldKeys, ...keptKeys]) bucket.put(key, 'picture');

    expect(await reconcileUploads(always)).toMatchObject({ removed: 4, failed: 0, ...KEPT, finished: true });
    expect([...bucket.objects.keys()].sort()).toEqual(keptKeys.sort());
  });

  it('keeps a picture that a post takes over before it is deleted', async () => {
    const userId = await newMember();
    const postId = ulid(Date.now() - 3_700_000);
    const image = { key: `posts/${userId}/${postId}/a.png`, contentType: 'image/png', alt: '' };

    bucket.put(image.key, 'picture');
    await transact(() => [buildUploadReservation(userId, postId, 7)]);
    const about = { content: '', createdAt: new Date().toISOString(), depth: 0, likeCount: 0, commentCount: 0 };
    const post = { ...about, postId, userId, image };
    const publish = () => storePost(post, [buildReservationDelete(userId, postId)]);
    // The list of renditions is read after the pictures were planned.
    bucket.beforeRequest = (_, key) => (key.startsWith('renditions') ? publish() : undefined);

    expect(await reconcileUploads(always)).toMatchObject({ removed: 0, ...KEPT });
    expect(bucket.objects.has(image.key)).toBe(true);
  });

  it('lets no post take over a picture that is being deleted', async () => {
    const userId = await newMember();
    const postId = ulid();
    await transact(() => [buildUploadReservation(userId, postId, 7)]);
    expect(await abandonReservation({ userId, ulid: postId })).toBe(true);

    const about = { content: '', createdAt: new Date().toISOString(), depth: 0, likeCount: 0, commentCount: 0 };
    expect(await storePost({ ...about, postId, userId }, [buildReservationDelete(userId, postId)])).toBe('exists');
  });

  it('starts the processing of files whose event was lost, and of those that an earlier version stored', async () => {
    const userId = await newMember();
    const keys = [0, 1, 2, 3].map((serial) => {
      const key = `files/${userId}/${ulid()}/a.png`;
      bucket.put(key, createPngOf(serial), 'image/png');
      return key;
    });
    const [lost = '', old = '', processed = '', fresh = ''] = keys;
    const now = Date.now();

    vi.useFakeTimers({ now: now - 700_000, toFake: ['Date'] });
    for (const key of [old, processed]) await recordStoredFile(key);
    vi.useRealTimers();
    await recordStoredFile(fresh);

    expect(await setMedia(unseal(await getFile(processed))!, { renditions: [] })).toBe(true);

    await setInspected(unseal(await getFile(processed))!);
    expect(await reconcileUploads(always)).toMatchObject({ recorded: 1, started: 1, finished: true });
    expect(startedJobs.map(({ key }) => key)).toEqual([lost, old]);
  });

  it('starts the processing of pictures that have lost a rendition, with one request for all of them', async () => {
    const userId = await newMember();
    const renditions = [[320, 1280], [320, 1280], [], [320, 1280]] as const;
    const [complete = '', incomplete = '', plain = '', purged = ''] = await Promise.all(
      renditions.map(async (edges, serial) => {
        const key = `files/${userId}/${ulid()}/a.png`;
        bucket.put(key, createPngOf(serial), 'image/png');
        await recordStoredFile(key);
        await setMedia(unseal(await getFile(key))!, { renditions: edges });
        return key;
      }),
    );
    for (const key of [...renditionsOf(complete), renditionsOf(incomplete)[0]!]) bucket.put(key, 'picture');
    const lists: string[] = [];
    bucket.beforeRequest = async (command, key) => {
      if (command === 'ListObjectsV2Command' && lists.push(key) === 2) await purgeFile(purged);
    };

    expect(await reconcileUploads(always)).toMatchObject({ started: 1, removed: 0, failed: 0, ...KEPT });
    expect(startedJobs).toEqual([{ key: incomplete }]);
    expect(lists.slice(0, 3)).toEqual(['files/', 'renditions/', 'photos/']);
    const mediaOf = async (key: string) => unseal(await getFile(key))?.media;
    expect(await Promise.all([complete, incomplete, plain].map(mediaOf))).toEqual([
      { renditions: [320, 1280] },
      undefined,
      { renditions: [] },
    ]);
  });

  it('deletes abandoned posters and renditions of deleted files, and processes posters that are still there', async () => {
    const userId = await newMember();
    const [storedUlid, missingUlid, lateUlid] = [
      Date.now() - 700_000,
      Date.now() - 200_000_000,
      Date.now() - 80_000_000,
    ].map((time) => ulid(time));

    bucket.put(`files/${userId}/${storedUlid}/a.txt`, 'text');
    const deletedKey = upload(userId);
    await recordStoredFile(deletedKey);
    await deleteFileRecord(unseal(await getFile(deletedKey))!);
    bucket.objects.delete(deletedKey);
    const keptKeys = [`posters/${userId}/${storedUlid}/a.png`, `renditions/${userId}/${storedUlid}/320.webp`];
    // Its file may still be on its way.
    const waiting = `posters/${userId}/${lateUlid}/a.png`;
    // Nothing shows that its file was deleted.
    const unexplained = `renditions/${userId}/${lateUlid}/320.webp`;
    const orphans = [
      `posters/${userId}/${missingUlid}/a.png`,
      `renditions/${userId}/${deletedKey.split('/')[2]}/320.webp`,
    ];
    for (const key of [...keptKeys, waiting, unexplained, ...orphans]) bucket.put(key, 'picture');

    expect(await reconcileUploads(always)).toMatchObject({ removed: 2, started: 1, unexplained: 1, finished: true });
    expect([...bucket.objects.keys()].filter((key) => !key.startsWith('files/')).sort()).toEqual(
      [...keptKeys, waiting, unexplained].sort(),
    );
    expect(startedJobs).toEqual([{ key: keptKeys[0] }]);
  });
});

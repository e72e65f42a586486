import { randomUUID } from 'node:crypto';
import { PNG } from 'pngjs';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBucket, fakeMediaFunction } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { getFile, purgeFile } from '../table/file.ts';
import { setInspected, setMedia } from '../table/file-media.ts';
import { clearJobProgress, readJobProgress } from '../table/job-progress.ts';
import { addPost } from '../table/post.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { reconcileUploads } from './reconcile-uploads.ts';
import { recordStoredFile } from './record-stored-file.ts';

let stop: () => Promise<void>;
let bucket: FakeBucket;
let started: { key: string }[];
beforeAll(async () => {
  stop = await startTable();
  bucket = new FakeBucket();
  started = fakeMediaFunction();
});
beforeEach(async () => {
  bucket.beforeRequest = () => {};
  bucket.objects.clear();
  await clearJobProgress('reconcile-uploads');
  // Deletes the records of earlier tests, because their objects are gone.
  while (!(await reconcileUploads(always)).finished);
  started.length = 0;
});
afterAll(() => stop());

const always = () => true;

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

const bytesOf = async (userId: string) => (await getProfile(userId, { consistent: true }))?.contributedBytes;

describe('reconcileUploads', () => {
  it('records objects without a record, and deletes records without an object', async () => {
    const userId = await newMember();
    const [kept, lost, orphan] = [upload(userId), upload(userId), upload(userId)];
    await recordStoredFile(kept);
    await recordStoredFile(orphan);
    bucket.objects.delete(orphan);
    expect(await reconcileUploads(always)).toEqual({ recorded: 1, removed: 1, started: 0, failed: 0, finished: true });
    expect(await getFile(lost)).toMatchObject({ size: 5 });
    expect(await getFile(orphan)).toBeUndefined();
    expect(await getFile(kept)).toBeDefined();
    expect(await bytesOf(userId)).toBe(10);
    expect(await reconcileUploads(always)).toEqual({ recorded: 0, removed: 0, started: 0, failed: 0, finished: true });
  });

  it('records the bytes that replaced a file whose event was lost', async () => {
    const userId = await newMember();
    const key = upload(userId);
    await recordStoredFile(key);
    bucket.put(key, 'Hello again');
    expect(await reconcileUploads(always)).toMatchObject({ recorded: 1, failed: 0, finished: true });
    expect(await getFile(key)).toMatchObject({ size: 11 });
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
      finished: false,
    });
    let pages = 1;
    expect(await reconcileUploads(() => pages-- > 0)).toEqual({
      recorded: 200,
      removed: 0,
      started: 0,
      failed: 0,
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
    expect(await reconcileUploads(always)).toMatchObject({ removed: 0, finished: true });
    expect(await bytesOf(userId)).toBe(5);
  });

  it('deletes pictures that no profile and no post shows, an hour after their upload', async () => {
    const userId = await newMember();
    const old = ulid(Date.now() - 3_700_000);
    const image = { key: `posts/${userId}/${old}/a.png`, contentType: 'image/png', alt: '' };
    const unused = [`avatars/${userId}/${old}/a.png`, `posts/${userId}/${ulid(Date.now() - 3_800_000)}/b.png`];
    const fresh = `avatars/${userId}/${ulid()}/c.png`;
    for (const key of [image.key, ...unused, fresh]) bucket.put(key, 'picture');
    const about = { content: '', createdAt: new Date().toISOString(), depth: 0, likeCount: 0, commentCount: 0 };
    await addPost({ ...about, postId: old, userId, image });
    expect(await reconcileUploads(always)).toEqual({ recorded: 0, removed: 2, started: 0, failed: 0, finished: true });
    expect([...bucket.objects.keys()].sort()).toEqual([image.key, fresh].sort());
  });

  it('starts the processing of files whose event was lost, and of those that an earlier version stored', async () => {
    const userId = await newMember();
    const picture = (serial: number) =>
      Buffer.concat([PNG.sync.write(new PNG({ width: 1, height: 1 })), Buffer.of(serial)]);
    const keys = [0, 1, 2, 3].map((serial) => {
      const key = `files/${userId}/${ulid()}/a.png`;
      bucket.put(key, picture(serial), 'image/png');
      return key;
    });
    const [lost = '', old = '', processed = '', fresh = ''] = keys;
    const now = Date.now();
    vi.useFakeTimers({ now: now - 700_000, toFake: ['Date'] });
    for (const key of [old, processed]) await recordStoredFile(key);
    vi.useRealTimers();
    await recordStoredFile(fresh);
    expect(await setMedia((await getFile(processed))!, { renditions: [] })).toBe(true);
    await setInspected((await getFile(processed))!);
    expect(await reconcileUploads(always)).toMatchObject({ recorded: 1, started: 1, finished: true });
    expect(started.map(({ key }) => key)).toEqual([lost, old]);
  });

  it('deletes posters and renditions without a file, and starts the processing of posters that are still there', async () => {
    const userId = await newMember();
    const [stored, missing, late] = [Date.now() - 700_000, Date.now() - 200_000_000, Date.now() - 80_000_000].map(
      (time) => ulid(time),
    );
    bucket.put(`files/${userId}/${stored}/a.txt`, 'text');
    const kept = [`posters/${userId}/${stored}/a.png`, `renditions/${userId}/${stored}/320.webp`];
    // Its file may still be on its way.
    const waiting = `posters/${userId}/${late}/a.png`;
    const orphans = [`posters/${userId}/${missing}/a.png`, `renditions/${userId}/${late}/320.webp`];
    for (const key of [...kept, waiting, ...orphans]) bucket.put(key, 'picture');
    expect(await reconcileUploads(always)).toMatchObject({ removed: 2, started: 1, finished: true });
    expect([...bucket.objects.keys()].filter((key) => !key.startsWith('files/')).sort()).toEqual(
      [...kept, waiting].sort(),
    );
    expect(started).toEqual([{ key: kept[0] }]);
  });
});

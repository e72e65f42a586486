import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBucket, fakeMediaFunction } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { logger } from '../platform/logger.ts';
import { getFile, purgeFile } from '../table/file.ts';
import { clearJobProgress } from '../table/job-progress.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { MAX_DELETIONS } from './planned-deletions.ts';
import { reconcileUploads } from './reconcile-uploads.ts';
import { deleteFileRecord, RecordLost, recordStoredFile } from './record-stored-file.ts';

/* What the job does if the table or the bucket has lost data. See docs/adr/0053-evidence-for-deletions.md. */

let stop: () => Promise<void>;
let bucket: FakeBucket;
beforeAll(async () => {
  stop = await startTable();
  bucket = new FakeBucket();
  fakeMediaFunction();
});
beforeEach(async () => {
  bucket.objects.clear();
  await clearJobProgress('reconcile-uploads');
  while (!(await reconcileUploads(always, { maxDebits: 1000 })).finished);
});
afterAll(() => stop());

const always = () => true;

async function newMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
}

let serial = 0;

/** Stores a text that no other object has. */
function upload(userId: string): string {
  const key = `files/${userId}/${ulid()}/a.txt`;
  bucket.put(key, `text ${serial++}`);
  return key;
}

async function newFiles(userId: string, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => upload(userId));
  for (const key of keys) await recordStoredFile(key);
  return keys;
}

const depthOf = async (userId: string) => unseal(await getProfile(userId, { consistent: true }))?.contributedBytes;

describe('reconcileUploads after a loss', () => {
  it('keeps every object of every purpose if the table is empty', async () => {
    const userId = randomUUID();
    const old = () => ulid(Date.now() - 3_700_000);
    for (let count = 0; count < 20; count++) {
      upload(userId);
      for (const prefix of ['avatars', 'posts', 'renditions'])
        bucket.put(`${prefix}/${userId}/${old()}/a.png`, 'picture');
    }
    const error = vi.spyOn(logger, 'error').mockReturnValue();

    expect(await reconcileUploads(always)).toMatchObject({ recorded: 0, removed: 0, unexplained: 80, failed: 0 });
    expect(bucket.objects.size).toBe(80);
    expect(error).toHaveBeenCalledExactlyOnceWith('Objects unexplained', { count: 80, first: expect.any(Array) });
  });

  it('keeps a file whose record is missing, and its depth', async () => {
    const userId = await newMember();
    const [key = ''] = await newFiles(userId, 1);
    const before = await depthOf(userId);
    await purgeFile(key);

    expect(await reconcileUploads(always)).toMatchObject({ removed: 0, unexplained: 1 });
    expect(bucket.objects.has(key)).toBe(true);
    expect(await depthOf(userId)).toBe(before);
    await expect(recordStoredFile(key)).rejects.toBeInstanceOf(RecordLost);
  });

  it('deletes what a tombstone or a removal explains', async () => {
    const [userId, leaver] = [await newMember(), await newMember()];
    const [key = ''] = await newFiles(userId, 1);
    await deleteFileRecord(unseal(await getFile(key))!);
    upload(leaver);
    await hideAccount(leaver);

    expect(await reconcileUploads(always)).toMatchObject({ removed: 2, unexplained: 0, refused: false });
    expect(bucket.objects.size).toBe(0);
  });

  it.each([1, 2, 30])('debits no file if all %i objects are lost, until an operator confirms it', async (count) => {
    const userId = await newMember();
    const keys = await newFiles(userId, count);
    const before = await depthOf(userId);
    bucket.objects.clear();

    expect(await reconcileUploads(always)).toMatchObject({ removed: 0, refused: true, finished: true });
    expect(await depthOf(userId)).toBe(before);

    const options = { newRound: true, maxDebits: count };
    expect(await reconcileUploads(always, options)).toMatchObject({ removed: count, refused: false });
    expect(await Promise.all(keys.map(getFile))).toEqual(keys.map(() => undefined));
    expect(await depthOf(userId)).toBe(0);
  });

  it('debits at most a tenth of the files', async () => {
    const userId = await newMember();
    const keys = await newFiles(userId, 20);
    for (const key of keys.slice(0, 3)) bucket.objects.delete(key);
    expect(await reconcileUploads(always)).toMatchObject({ removed: 0, refused: true });

    bucket.put(keys[0]!, 'text 0');
    expect(await reconcileUploads(always)).toMatchObject({ removed: 2, refused: false });
  });

  it('deletes nothing if it would delete more objects than the limit, until an operator confirms it', async () => {
    const userId = randomUUID();
    const old = () => ulid(Date.now() - 3_700_000);
    for (let count = 0; count <= MAX_DELETIONS; count++) bucket.put(`photos/${userId}/${old()}/a.png`, 'picture');

    expect(await reconcileUploads(always)).toMatchObject({ removed: 0, refused: true, finished: true });
    expect(bucket.objects.size).toBe(MAX_DELETIONS + 1);

    const options = { newRound: true, maxDeletions: MAX_DELETIONS + 1 };
    expect(await reconcileUploads(always, options)).toMatchObject({ removed: MAX_DELETIONS + 1, refused: false });
  });
});

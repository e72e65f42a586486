/**
 * Tests of the hourly job that compares the bucket with the table, after one of them has lost data. It deletes only
 * with evidence, and otherwise stops and reports. See docs/adr/0053-evidence-for-deletions.md.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeMediaFunction } from '../../test/support/fake-clients.ts';
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

let stopTable: () => Promise<void>;
let bucket: FakeBucket;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  fakeMediaFunction();
});

beforeEach(async () => {
  bucket.objects.clear();
  await clearJobProgress('reconcile-uploads');
  // Deletes the records of earlier tests, because their objects are gone.
  while (!(await reconcileUploads(timeLeft, { maxDebits: 1000 })).finished);
});

afterAll(() => stopTable());

/** Gives the job time for all pages. */
const timeLeft = () => true;

/** Returns a ULID that is older than the hour for which unused pictures are kept. */
const oldUlid = () => ulid(Date.now() - HOUR_MS - MINUTE_MS);

async function createMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
}

let uploadCount = 0;

/** Stores an object without a record. Its text is unique, because a copy of another object earns nothing. */
function upload(userId: string): string {
  const key = `files/${userId}/${ulid()}/a.txt`;
  bucket.put(key, `text ${uploadCount++}`);
  return key;
}

async function createFiles(userId: string, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => upload(userId));
  for (const key of keys) await recordStoredFile(key);
  return keys;
}

/** Returns the bytes that a member is credited with, which give them their depth. */
async function readCredit(userId: string): Promise<number | undefined> {
  return unseal(await getProfile(userId, { consistent: true }))?.contributedBytes;
}

describe('reconcileUploads after a loss', () => {
  it('keeps every object of every purpose if the table is empty', async () => {
    const userId = randomUUID();
    const prefixes = ['avatars', 'posts', 'renditions'];
    for (let count = 0; count < 20; count++) {
      upload(userId);
      for (const prefix of prefixes) bucket.put(`${prefix}/${userId}/${oldUlid()}/a.png`, 'picture');
    }
    const objectCount = 20 * (1 + prefixes.length);
    const log = vi.spyOn(logger, 'error').mockReturnValue();

    expect(await reconcileUploads(timeLeft)).toMatchObject({
      recorded: 0,
      removed: 0,
      unexplained: objectCount,
      failed: 0,
    });
    expect(bucket.objects.size).toBe(objectCount);
    expect(log).toHaveBeenCalledExactlyOnceWith('Objects unexplained', {
      count: objectCount,
      first: expect.any(Array),
    });
  });

  it('keeps a file whose record is missing, and its depth', async () => {
    const userId = await createMember();
    const [key = ''] = await createFiles(userId, 1);
    const creditBefore = await readCredit(userId);
    await purgeFile(key);

    expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 0, unexplained: 1 });
    expect(bucket.objects.has(key)).toBe(true);
    expect(await readCredit(userId)).toBe(creditBefore);
    await expect(recordStoredFile(key)).rejects.toBeInstanceOf(RecordLost);
  });

  it('deletes the objects of a deleted file and of a deleted account', async () => {
    const userId = await createMember();
    const [key = ''] = await createFiles(userId, 1);
    await deleteFileRecord(unseal(await getFile(key))!);

    const leaverId = await createMember();
    upload(leaverId);
    await hideAccount(leaverId);

    expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 2, unexplained: 0, refused: false });
    expect(bucket.objects.size).toBe(0);
  });

  it.each([1, 2, 30])('debits no file if all %i objects are lost, until an operator confirms it', async (count) => {
    const userId = await createMember();
    const keys = await createFiles(userId, count);
    const creditBefore = await readCredit(userId);
    bucket.objects.clear();

    expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 0, refused: true, finished: true });
    expect(await readCredit(userId)).toBe(creditBefore);

    const options = { newRound: true, maxDebits: count };
    expect(await reconcileUploads(timeLeft, options)).toMatchObject({ removed: count, refused: false });
    expect(await Promise.all(keys.map(getFile))).toEqual(keys.map(() => undefined));
    expect(await readCredit(userId)).toBe(0);
  });

  it('debits at most a tenth of the files', async () => {
    const userId = await createMember();
    const keys = await createFiles(userId, 20);

    for (const key of keys.slice(0, 3)) bucket.objects.delete(key);
    expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 0, refused: true });

    // One of the three lost objects comes back.
    bucket.put(keys[0]!, 'text 0');
    expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 2, refused: false });
  });

  it('deletes nothing if a run exceeds the limit of deletions, until an operator confirms the run', async () => {
    const userId = randomUUID();
    for (let count = 0; count <= MAX_DELETIONS; count++) bucket.put(`photos/${userId}/${oldUlid()}/a.png`, 'picture');

    expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 0, refused: true, finished: true });
    expect(bucket.objects.size).toBe(MAX_DELETIONS + 1);

    const options = { newRound: true, maxDeletions: MAX_DELETIONS + 1 };
    expect(await reconcileUploads(timeLeft, options)).toMatchObject({ removed: MAX_DELETIONS + 1, refused: false });
  });
});

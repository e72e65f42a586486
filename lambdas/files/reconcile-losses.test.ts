/**
 * Tests of the hourly job that compares the bucket with the table, after one of them has lost data. It deletes only
 * with evidence, and otherwise stops and reports. See docs/adr/0053-evidence-for-deletions.md.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeMediaFunction } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { logger } from '../platform/logger.ts';
import { getFile, purgeFile } from '../table/file.ts';
import { clearJobProgress } from '../table/job-progress.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { transact } from '../table/transaction.ts';
import { buildUploadReservation } from '../table/upload-reservation.ts';
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

/** The kinds of uploads that a member can abandon, with the prefixes of their storage keys. */
const UPLOAD_PREFIXES = {
  'profile pictures': 'photos',
  'pictures of posts': 'posts',
  posters: 'posters',
  'posters of a deleted file': 'posters',
} as const;

type UploadKind = keyof typeof UPLOAD_PREFIXES;

/** Stores uploads that a new member never uses, and that are old enough to be deleted. */
async function abandonUploads(kind: UploadKind, count: number): Promise<void> {
  const userId = await createMember();
  // Posters may wait two days for their file.
  const createUlid = () => ulid(Date.now() - 3 * DAY_MS);
  const ulids = Array.from({ length: count }, createUlid);

  if (kind === 'pictures of posts') {
    for (const uploadUlid of ulids) await transact(() => [buildUploadReservation(userId, uploadUlid, 7)]);
  }

  if (kind === 'posters of a deleted file') {
    const fileKey = `files/${userId}/${createUlid()}/a.txt`;
    bucket.put(fileKey, `text ${uploadCount++}`);
    await recordStoredFile(fileKey);
    await deleteFileRecord(unseal(await getFile(fileKey))!);
    bucket.objects.delete(fileKey);
    ulids.fill(fileKey.split('/')[2]!);
  }

  for (const uploadUlid of ulids) {
    bucket.put(`${UPLOAD_PREFIXES[kind]}/${userId}/${uploadUlid}/${ulid()}.png`, 'picture');
  }
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
    const abandonedKey = `photos/${randomUUID()}/${oldUlid()}/a.png`;
    bucket.put(abandonedKey, 'picture');

    const leaverId = await createMember();
    const deletedKeys = Array.from({ length: MAX_DELETIONS + 1 }, () => `avatars/${leaverId}/${oldUlid()}/a.png`);
    for (const key of deletedKeys) bucket.put(key, 'picture');
    await hideAccount(leaverId);
    const log = vi.spyOn(logger, 'error').mockReturnValue();

    expect(await reconcileUploads(timeLeft)).toMatchObject({ removed: 0, refused: true, finished: true });
    expect([...bucket.objects.keys()]).toEqual([abandonedKey, ...deletedKeys]);
    expect(log).toHaveBeenCalledExactlyOnceWith('Deletions refused', {
      counts: { deletions: deletedKeys.length, debits: 0 },
      limits: { deletions: MAX_DELETIONS, debits: 0 },
      checkedFiles: 0,
      first: Array(50).fill(expect.objectContaining({ purpose: 'avatar' })),
    });

    const options = { newRound: true, maxDeletions: deletedKeys.length };
    expect(await reconcileUploads(timeLeft, options)).toMatchObject({
      removed: 1 + deletedKeys.length,
      refused: false,
    });
    expect(bucket.objects.size).toBe(0);
  });

  it.each(Object.keys(UPLOAD_PREFIXES) as UploadKind[])(
    "completes another member's deletion if a member abandons more uploads than the limit: %s",
    async (kind) => {
      const [deletedKey = ''] = await createFiles(await createMember(), 1);
      await deleteFileRecord(unseal(await getFile(deletedKey))!);

      await abandonUploads(kind, MAX_DELETIONS + 1);

      expect(await reconcileUploads(timeLeft)).toMatchObject({
        removed: MAX_DELETIONS + 2,
        unexplained: 0,
        refused: false,
      });
      expect(bucket.objects.size).toBe(0);
    },
  );
});

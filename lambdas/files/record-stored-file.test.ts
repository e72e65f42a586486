/** Tests of `recordStoredFile`, which records an uploaded object as a file and credits its bytes to its owner. */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { BYTES_PER_MB } from '../../shared/rules/limits.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { changeDepth } from '../table/change-depth.ts';
import { table } from '../table/client.ts';
import { getFile } from '../table/file.ts';
import { sumLedger } from '../table/ledger.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { deleteFileRecord, recordStoredFile } from './record-stored-file.ts';

let stopTable: () => Promise<void>;
const bucket = new FakeBucket();

beforeAll(async () => {
  stopTable = await startTable();
});

beforeEach(() => {
  bucket.beforeRequest = () => {};
});

afterAll(() => stopTable());

const buildKey = (userId: string) => `files/${userId}/${ulid()}/notes.txt`;

/** Creates a member with an uploaded object that is not recorded yet. It has five bytes by default. */
async function uploadAsNewMember(text = 'Hello'): Promise<{ userId: string; key: string }> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  const key = buildKey(userId);
  bucket.put(key, text);
  return { userId, key };
}

/** Returns a member's contributed bytes. Fails unless profile and ledger have the same number. */
async function readCredit(userId: string): Promise<number | undefined> {
  const profile = unseal(await getProfile(userId, { consistent: true }));
  expect((await sumLedger(userId)).contributedBytes).toBe(profile?.contributedBytes);
  return profile?.contributedBytes;
}

describe('recordStoredFile', () => {
  it('records the size and type that S3 has', async () => {
    const { userId, key } = await uploadAsNewMember();
    const recordedFile = await recordStoredFile(key, { description: 'My notes' });

    expect(recordedFile).toMatchObject({
      key,
      userId,
      fileName: 'notes.txt',
      contentType: 'text/plain',
      size: 5,
      description: 'My notes',
      depth: 0,
      likeCount: 0,
      views: 0,
      revision: 0,
      etag: expect.stringMatching(/^"\w{32}"$/),
      uploadedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(unseal(await getFile(key))).toEqual(recordedFile);
  });

  it('records the depth that the member had before the upload', async () => {
    const { userId, key } = await uploadAsNewMember('x'.repeat(BYTES_PER_MB));
    const secondKey = buildKey(userId);
    bucket.put(secondKey, 'second');

    // The first file lifts the member by 1 cm, which is 10,000 micrometres.
    expect(await recordStoredFile(key)).toMatchObject({ depth: 0 });
    expect(await recordStoredFile(secondKey)).toMatchObject({ depth: 10_000, description: '' });
  });

  it('credits a file once, even if two callers record it concurrently', async () => {
    const { userId, key } = await uploadAsNewMember();

    await Promise.all([recordStoredFile(key), recordStoredFile(key)]);
    await recordStoredFile(key);

    expect(await readCredit(userId)).toBe(5);
  });

  it.each(['avatars', 'posts', 'other'])('rejects an object under %s/', async (prefix) => {
    const key = buildKey(randomUUID()).replace('files', prefix);
    bucket.put(key, 'Hello');
    await expect(recordStoredFile(key)).rejects.toMatchObject({ name: 'Error', code: 'FileNotStored' });
    expect(bucket.objects.has(key)).toBe(true);
  });

  it('rejects a key without an object', async () => {
    const { userId, key } = await uploadAsNewMember();
    bucket.objects.delete(key);
    await expect(recordStoredFile(key)).rejects.toMatchObject({ code: 'FileNotStored' });
    expect(await readCredit(userId)).toBe(0);
  });

  it('does not record a deleted file again, and deletes its object', async () => {
    const { userId, key } = await uploadAsNewMember();
    await deleteFileRecord(await recordStoredFile(key));

    await expect(recordStoredFile(key)).rejects.toMatchObject({ code: 'FileNotStored' });
    expect(bucket.objects.has(key)).toBe(false);
    expect(await readCredit(userId)).toBe(0);
  });

  it('deletes the object of a member who has deleted their account', async () => {
    const { userId, key } = await uploadAsNewMember();
    await hideAccount(userId);

    await expect(recordStoredFile(key)).rejects.toMatchObject({ code: 'FileNotStored' });
    expect(bucket.objects.has(key)).toBe(false);
    expect(unseal(await getFile(key))).toBeUndefined();
  });

  it("counts the member's stored bytes until the file is deleted", async () => {
    const { userId, key } = await uploadAsNewMember();
    const readStoredBytes = async () => unseal(await getProfile(userId, { consistent: true }))?.storedBytes;

    const file = await recordStoredFile(key);
    expect(await readStoredBytes()).toBe(5);

    await deleteFileRecord(file);
    expect(await readStoredBytes()).toBe(0);
  });

  it('deletes files that exceed what the member may store, even if several arrive concurrently', async () => {
    const { userId, key } = await uploadAsNewMember();
    // Twelve bytes remain: two files of five bytes fit.
    const storedBytes = CONDUCT_LIMITS.storedBytes.new - 12;
    await changeDepth({ userId, source: 'test', sourceId: 'x', bytes: 0, storedBytes, purchasedCm: 0 });

    const keys = [key, buildKey(userId), buildKey(userId), buildKey(userId)];
    for (const [index, fileKey] of keys.entries()) bucket.put(fileKey, `Hell${index}`);

    const results = await Promise.allSettled(keys.map((fileKey) => recordStoredFile(fileKey)));
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(errors).toMatchObject(Array(2).fill({ code: 'LimitReached', limit: 'storedBytes' }));
    expect(keys.filter((fileKey) => bucket.objects.has(fileKey))).toHaveLength(2);
    expect(unseal(await getProfile(userId, { consistent: true }))).toMatchObject({ storedBytes: storedBytes + 10 });
    expect(await readCredit(userId)).toBe(10);
  });

  it('keeps the object if the table fails, so that a retry can record it', async () => {
    const { userId, key } = await uploadAsNewMember();
    beforeNext(table, 'TransactWriteItemsCommand', () => {
      throw new Error('The table is down.');
    });

    await expect(recordStoredFile(key)).rejects.toThrow('The table is down.');
    expect(bucket.objects.has(key)).toBe(true);

    await recordStoredFile(key);
    expect(await readCredit(userId)).toBe(5);
  });

  it('reads no bytes of an object that is already recorded', async () => {
    const { key } = await uploadAsNewMember();
    await recordStoredFile(key);
    bucket.beforeRequest = (command) => expect(command).toBe('HeadObjectCommand');

    await recordStoredFile(key);
  });
});

describe('recordStoredFile after bytes were replaced', () => {
  it.each(['Hi', 'Hello again'])('credits the difference once if the bytes are replaced by "%s"', async (text) => {
    const { userId, key } = await uploadAsNewMember();
    await recordStoredFile(key, { description: 'My notes' });
    bucket.put(key, text);

    const recordedFile = await recordStoredFile(key);
    expect(recordedFile).toMatchObject({ size: text.length, revision: 1, description: 'My notes' });

    await recordStoredFile(key);
    expect(await readCredit(userId)).toBe(text.length);
  });

  it('records bytes that arrive while another call records the first bytes', async () => {
    const { userId, key } = await uploadAsNewMember();
    const wasInterrupted = beforeNext(table, 'TransactWriteItemsCommand', async () => {
      bucket.put(key, 'Hi');
      await recordStoredFile(key);
      bucket.put(key, 'Hello again');
    });

    expect(await recordStoredFile(key)).toMatchObject({ size: 11 });
    expect(wasInterrupted()).toBe(true);
    expect(await readCredit(userId)).toBe(11);
  });

  it('records bytes that arrive while another call records earlier replaced bytes', async () => {
    const { userId, key } = await uploadAsNewMember();
    await recordStoredFile(key);
    bucket.put(key, 'Hi');
    beforeNext(table, 'TransactWriteItemsCommand', async () => {
      bucket.put(key, 'Hello again');
      await recordStoredFile(key);
      bucket.put(key, 'Hi');
    });

    expect(await recordStoredFile(key)).toMatchObject({ size: 2, revision: 2 });
    expect(await readCredit(userId)).toBe(2);
  });

  it('does not record replaced bytes if the file is deleted concurrently', async () => {
    const { userId, key } = await uploadAsNewMember();
    const file = await recordStoredFile(key);
    bucket.put(key, 'Hi');
    beforeNext(table, 'TransactWriteItemsCommand', () => deleteFileRecord(file));

    await expect(recordStoredFile(key)).rejects.toMatchObject({ code: 'FileNotStored' });
    expect(await readCredit(userId)).toBe(0);
    expect(bucket.objects.has(key)).toBe(false);
  });

  it('reports the file as not stored if it is deleted right after its replaced bytes are credited', async () => {
    const { userId, key } = await uploadAsNewMember();
    await recordStoredFile(key);
    bucket.put(key, 'Hi');
    // Skips the reads of the record and the profile, which come before the credit.
    beforeNext(table, 'GetItemCommand', async () => deleteFileRecord(unseal(await getFile(key))!), { skip: 2 });

    await expect(recordStoredFile(key)).rejects.toMatchObject({ code: 'FileNotStored' });
    expect(await readCredit(userId)).toBe(0);
  });
});

describe('recordStoredFile with invalid bytes', () => {
  it.each([
    ['a program declared as an image', 'MZ\x90\x00', 'image/png', 'FileTypeMismatch'],
    ['a type that is not allowed', 'Hello', 'text/html', 'FileTypeNotAllowed'],
    ['an empty file', '', 'text/plain', 'EmptyFile'],
  ])('deletes rejected bytes without credit: %s', async (_, bytes, type, code) => {
    const { userId, key } = await uploadAsNewMember();
    bucket.put(key, bytes, type);

    await expect(recordStoredFile(key)).rejects.toMatchObject({ code });
    expect(bucket.objects.has(key)).toBe(false);
    expect(unseal(await getFile(key))).toBeUndefined();
    expect(await readCredit(userId)).toBe(0);
  });

  it('deletes rejected bytes with the record of the file that they replaced', async () => {
    const { userId, key } = await uploadAsNewMember();
    await recordStoredFile(key);
    bucket.put(key, '');

    await expect(recordStoredFile(key)).rejects.toMatchObject({ code: 'EmptyFile' });
    expect(unseal(await getFile(key))).toBeUndefined();
    expect(await readCredit(userId)).toBe(0);
  });

  it('reports bytes as not stored if a concurrent call has deleted them', async () => {
    const { userId, key } = await uploadAsNewMember();
    bucket.beforeRequest = (command) => command === 'GetObjectCommand' && bucket.objects.delete(key);
    await expect(recordStoredFile(key)).rejects.toMatchObject({ code: 'FileNotStored' });
    expect(await readCredit(userId)).toBe(0);
  });

  it('keeps bytes if S3 fails, so that a retry can inspect them', async () => {
    const { key } = await uploadAsNewMember();
    bucket.beforeRequest = (command) => {
      if (command === 'GetObjectCommand') throw new Error('S3 is down.');
    };

    await expect(recordStoredFile(key)).rejects.toThrow('S3 is down.');
    expect(bucket.objects.has(key)).toBe(true);
  });
});

describe('deleteFileRecord', () => {
  it('debits a file once, even if two calls delete it', async () => {
    const { userId, key } = await uploadAsNewMember();
    const file = await recordStoredFile(key);

    await deleteFileRecord(file);
    await deleteFileRecord(file);

    expect(await readCredit(userId)).toBe(0);
    expect(unseal(await getFile(key))).toBeUndefined();
  });

  it('debits the replaced size if the bytes are replaced after the file was read', async () => {
    const { userId, key } = await uploadAsNewMember();
    const file = await recordStoredFile(key);
    bucket.put(key, 'Hello again');
    await recordStoredFile(key);
    expect(await readCredit(userId)).toBe(11);

    await deleteFileRecord(file);
    expect(await readCredit(userId)).toBe(0);
    expect(unseal(await getFile(key))).toBeUndefined();
  });

  it('changes nothing for a member whose account was deleted after their session was checked', async () => {
    const { userId, key } = await uploadAsNewMember();
    const file = await recordStoredFile(key);
    await hideAccount(userId);

    await expect(deleteFileRecord(file)).rejects.toMatchObject({ code: 'Unauthenticated', status: 401 });
    expect(unseal(await getFile(key))).toEqual(file);
  });

  it('changes nothing for a file that was never recorded', async () => {
    const { userId, key } = await uploadAsNewMember();
    const file = await recordStoredFile(key);

    await deleteFileRecord({ ...file, key: buildKey(userId) });

    expect(await readCredit(userId)).toBe(5);
  });
});

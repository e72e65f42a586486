/**
 * Tests of malware scans. GuardDuty scans each uploaded object and sends the result. Until then, a file is pending: it
 * counts for its owner's depth, but no one can open it.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { hashCaller } from '../platform/caller-hash.ts';
import { logger } from '../platform/logger.ts';
import { inspectPicture } from '../storage/inspect-picture.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { getFile, type StoredFile } from '../table/file.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { findRejection } from '../table/upload-reservation.ts';
import { applyScanResult, type ScanStatus } from './apply-scan-result.ts';
import { recordStoredFile } from './record-stored-file.ts';
import { viewFile } from './view.ts';

/** GuardDuty's results for an object without and with malware. */
const CLEAN = 'NO_THREATS_FOUND';
const INFECTED = 'THREATS_FOUND';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;
let userId: string;
/** The storage key of an object that the member has uploaded, and that is not recorded yet. */
let key: string;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  vi.stubEnv('MALWARE_SCANNING', 'on');
});

beforeEach(async () => {
  bucket.beforeRequest = () => {};
  userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  key = `files/${userId}/${ulid()}/notes.txt`;
  bucket.put(key, 'Hello');
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await stopTable();
});

/** The entity tag of the uploaded object: the MD5 hash of "Hello". */
const ETAG = '8b1a9953c4611296a827abf8c47804d7';

/** Applies a result as GuardDuty sends it, with an entity tag without quotes. */
const apply = (result: ScanStatus, eTag = ETAG) =>
  applyScanResult({ s3ObjectDetails: { objectKey: key, eTag }, scanResultDetails: { scanResultStatus: result } });

/** Returns the member's bytes that count for their depth. */
const readContributedBytes = async () => unseal(await getProfile(userId, { consistent: true }))?.contributedBytes;

/** Opens the file as its owner. */
const view = () => viewFile({ userId } as Parameters<typeof viewFile>[0], { fileId: key, userId });

/** Makes a result arrive while the file is recorded: before `recordStoredFile` reads the object's tag again. */
function addResultWhileRecording(result: string): void {
  let tagReads = 0;
  bucket.beforeRequest = (command) => {
    if (command !== 'GetObjectTaggingCommand') return;
    tagReads++;
    if (tagReads === 2) bucket.scanResults.set(key, result);
  };
}

/** Expects that the file has neither a record, nor an object, nor metres. */
async function expectDeleted(): Promise<void> {
  expect(unseal(await getFile(key))).toBeUndefined();
  expect(bucket.objects.has(key)).toBe(false);
  expect(await readContributedBytes()).toBe(0);
}

describe('recordStoredFile on a stage with malware scans', () => {
  it('records a file without a scan result as pending, which cannot be opened', async () => {
    expect(await recordStoredFile(key)).toMatchObject({ scan: 'pending' });
    expect(await readContributedBytes()).toBe('Hello'.length);
    await expect(view()).rejects.toMatchObject({ code: 'FileNotScanned', status: 409 });
    expect(unseal(await getFile(key))).toMatchObject({ views: 0 });
  });

  it('records a file with a clean result as clean', async () => {
    bucket.scanResults.set(key, CLEAN);
    expect(await recordStoredFile(key)).toMatchObject({ scan: 'clean' });
  });

  it('rejects and deletes an infected file', async () => {
    bucket.scanResults.set(key, INFECTED);
    await expect(recordStoredFile(key)).rejects.toMatchObject({ code: 'MalwareFound', status: 422 });
    await expectDeleted();
  });

  it('reads a clean result that arrives while the file is recorded', async () => {
    addResultWhileRecording(CLEAN);
    expect(await recordStoredFile(key)).toMatchObject({ scan: 'clean' });
    expect(unseal(await getFile(key))).toMatchObject({ scan: 'clean' });
  });

  it('deletes the record of a file whose infection is found while the file is recorded', async () => {
    addResultWhileRecording(INFECTED);
    await expect(recordStoredFile(key)).rejects.toMatchObject({ code: 'MalwareFound' });
    await expectDeleted();
  });

  it('reads the result of a pending file when the file is recorded again', async () => {
    await recordStoredFile(key);
    bucket.scanResults.set(key, CLEAN);
    expect(await recordStoredFile(key)).toMatchObject({ scan: 'clean' });
  });

  it.each(['UNSUPPORTED', 'ACCESS_DENIED', 'FAILED'])('keeps a file with the result %s pending', async (result) => {
    bucket.scanResults.set(key, result);
    expect(await recordStoredFile(key)).toMatchObject({ scan: 'pending' });
  });
});

describe('applyScanResult', () => {
  const recordPendingFile = () => recordStoredFile(key) as Promise<StoredFile>;

  it('lets members open a clean file, even if the result arrives twice', async () => {
    await recordPendingFile();

    await apply(CLEAN);
    await apply(CLEAN);

    expect(unseal(await getFile(key))).toMatchObject({ scan: 'clean' });
  });

  it('changes nothing for a result of other bytes', async () => {
    await recordPendingFile();
    await apply(CLEAN, '0'.repeat(32));
    expect(unseal(await getFile(key))).toMatchObject({ scan: 'pending' });
  });

  it('creates no record for a clean file that is not recorded yet', async () => {
    await apply(CLEAN);
    expect(unseal(await getFile(key))).toBeUndefined();
    expect(bucket.objects.has(key)).toBe(true);
  });

  it('deletes an infected file and takes back its metres, even if the result arrives twice', async () => {
    await recordPendingFile();
    await apply(INFECTED);
    await apply(INFECTED);
    await expectDeleted();
  });

  it('deletes an infected object before it is recorded', async () => {
    await apply(INFECTED);
    await expect(recordStoredFile(key)).rejects.toMatchObject({ code: 'FileNotStored' });
    await expectDeleted();
  });

  it('stores the reason for the page, whose request finds no object', async () => {
    await apply(INFECTED);

    expect(await findRejection(parseStorageKey(key)!)).toEqual({ code: 'MalwareFound' });
  });

  it("logs an infected object with its owner's pseudonym, but without the owner's ID and the file name", async () => {
    fakeSecrets({ CALLER_HASH_KEYS_ARN: '{"current":"v1","v1":"key"}' });
    const log = vi.spyOn(logger, 'warn').mockImplementation(() => {});

    await apply(INFECTED);
    key = `photos/${userId}/${ulid()}/notes.png`;
    await apply(INFECTED);

    const pseudonym = await hashCaller(userId);
    expect(pseudonym).toMatch(/^v1:[0-9a-f]{16}$/);
    expect(log.mock.calls).toEqual([
      ['Malware found', { caller: pseudonym, purpose: 'file' }],
      ['Malware found', { caller: pseudonym, purpose: 'photo' }],
    ]);

    log.mockRestore();
  });

  it("logs an infected object even if it can't be deleted", async () => {
    const log = vi.spyOn(logger, 'warn').mockImplementation(() => {});
    bucket.beforeRequest = () => {
      throw new Error('no access');
    };

    await expect(apply(INFECTED)).rejects.toThrow('no access');
    expect(log).toHaveBeenCalledOnce();

    log.mockRestore();
  });

  it.each(['UNSUPPORTED', 'ACCESS_DENIED', 'FAILED'] as const)(
    'keeps a file pending after %s, and logs an error that names its owner',
    async (result) => {
      const log = vi.spyOn(logger, 'error').mockImplementation(() => {});
      await recordPendingFile();

      await apply(result);

      expect(unseal(await getFile(key))).toMatchObject({ scan: 'pending' });
      const uploadUlid = key.split('/')[2];
      expect(log.mock.calls).toEqual([
        ['Malware scan without a result', { owner: userId, ulid: uploadUlid, purpose: 'file', result }],
      ]);

      log.mockRestore();
    },
  );
});

describe('inspectPicture on a stage with malware scans', () => {
  /** A picture of one pixel. */
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  beforeEach(() => {
    key = `posts/${userId}/${ulid()}/reef.png`;
    bucket.put(key, PNG, 'image/png');
  });

  it('rejects a picture without a result, and keeps it for the next attempt', async () => {
    await expect(inspectPicture(key)).rejects.toMatchObject({ code: 'FileNotScanned' });
    bucket.scanResults.set(key, CLEAN);
    expect(await inspectPicture(key)).toMatchObject({ contentType: 'image/png' });
  });

  it('rejects and deletes an infected picture', async () => {
    bucket.scanResults.set(key, INFECTED);
    await expect(inspectPicture(key)).rejects.toMatchObject({ code: 'MalwareFound' });
    expect(bucket.objects.has(key)).toBe(false);
  });
});

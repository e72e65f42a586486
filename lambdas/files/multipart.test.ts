/**
 * Tests of multipart uploads, in which browsers upload large files in parts. Starting one reserves its bytes and
 * stores S3's upload ID, without which no part is signed.
 */
import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MULTIPART_THRESHOLD_BYTES } from '../../shared/rules/limits.ts';
import { startTable } from '../../test/support/table.ts';
import type { Caller } from '../platform/identity.ts';
import { UploadNotFound } from '../storage/errors.ts';
import { formatStorageKey } from '../storage/storage-key.ts';
import { table } from '../table/client.ts';
import { createProfile } from '../table/profile.ts';
import { transact } from '../table/transaction.ts';
import { buildUploadReservation } from '../table/upload-reservation.ts';
import { abortMultipart, startMultipart } from './multipart.ts';
import { signParts } from './sign-parts.ts';

/** The size of the smallest file that is uploaded in parts, in bytes. */
const FILE_SIZE = MULTIPART_THRESHOLD_BYTES + 1;
const REQUEST = { fileName: 'a.txt', fileType: 'text/plain', fileSize: FILE_SIZE };
const PARTS = [{ partNumber: 1, size: 1, checksum: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' }];

let stopTable: () => Promise<void>;
let caller: Caller;
/** Called before each request to S3. Throws to fail the request. */
let beforeS3: () => void;

beforeAll(async () => {
  stopTable = await startTable();
  vi.stubEnv('BUCKET_NAME', 'files');
});

afterAll(() => stopTable());

beforeEach(async () => {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  caller = { userId, username: userId, issuedAt: Math.floor(Date.now() / 1000) };

  beforeS3 = () => {};
  vi.spyOn(S3Client.prototype, 'send').mockImplementation(async () => {
    beforeS3();
    return { UploadId: `upload-${randomUUID()}` };
  });
});

afterEach(() => vi.restoreAllMocks());

/** Signs the first part of an upload. */
const sign = ({ fileId, uploadId }: { fileId: string; uploadId: string }) =>
  signParts(caller, { fileId, uploadId, parts: PARTS });

/** Reserves bytes without an upload ID. Returns the storage key of the file that they are reserved for. */
async function reserve(bytes: number): Promise<string> {
  const address = { purpose: 'file', userId: caller.userId, ulid: ulid(), fileName: 'a.txt' } as const;
  await transact(() => [buildUploadReservation(caller.userId, address.ulid, bytes)]);
  return formatStorageKey(address);
}

describe('startMultipart', () => {
  it('succeeds when the request is repeated after S3 failed to start the upload', async () => {
    beforeS3 = () => {
      throw new Error('S3 is down.');
    };
    await expect(startMultipart(caller, REQUEST)).rejects.toThrow('S3 is down.');

    beforeS3 = () => {};
    expect((await sign(await startMultipart(caller, REQUEST))).urls).toHaveLength(1);
  });

  it('succeeds when the request is repeated after the upload ID could not be stored', async () => {
    beforeS3 = () => {
      vi.spyOn(table, 'send').mockRejectedValueOnce(new Error('The table is down.') as never);
    };
    await expect(startMultipart(caller, REQUEST)).rejects.toThrow('The table is down.');

    beforeS3 = () => {};
    expect((await sign(await startMultipart(caller, REQUEST))).urls).toHaveLength(1);
  });
});

describe('signParts', () => {
  it('rejects every upload ID except the one that S3 returned for the file', async () => {
    const upload = await startMultipart(caller, REQUEST);
    const otherUpload = await startMultipart(caller, REQUEST);

    expect((await sign(upload)).urls).toHaveLength(1);
    for (const uploadId of [otherUpload.uploadId, 'invented']) {
      await expect(sign({ ...upload, uploadId })).rejects.toThrow(UploadNotFound);
    }
  });

  it('signs parts of an upload that an earlier version started, whose ID is not stored', async () => {
    const fileId = await reserve(FILE_SIZE);
    expect((await sign({ fileId, uploadId: 'upload' })).urls).toHaveLength(1);
  });

  it('rejects the ULID of an upload that has no parts', async () => {
    const fileId = await reserve(MULTIPART_THRESHOLD_BYTES);
    await expect(sign({ fileId, uploadId: 'upload' })).rejects.toThrow(UploadNotFound);
  });
});

describe('abortMultipart', () => {
  it('ends the signing of parts, even if the request is repeated', async () => {
    const upload = await startMultipart(caller, REQUEST);
    await abortMultipart(caller, upload);
    await abortMultipart(caller, upload);

    await expect(sign(upload)).rejects.toThrow(UploadNotFound);
  });

  it('keeps the reservation of an upload with another ID', async () => {
    const upload = await startMultipart(caller, REQUEST);
    await abortMultipart(caller, { ...upload, uploadId: 'invented' });

    expect((await sign(upload)).urls).toHaveLength(1);
  });

  it('keeps the reservation if S3 fails to abort the upload', async () => {
    const upload = await startMultipart(caller, REQUEST);
    beforeS3 = () => {
      throw new Error('S3 is down.');
    };

    await expect(abortMultipart(caller, upload)).rejects.toThrow('S3 is down.');
    expect((await sign(upload)).urls).toHaveLength(1);
  });
});

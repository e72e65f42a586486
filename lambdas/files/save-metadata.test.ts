/** Tests of the reason that the page receives if another call has rejected and deleted its upload. */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { fileStorageKey } from '../storage/storage-key.ts';
import { createProfile } from '../table/profile.ts';
import { transact } from '../table/transaction.ts';
import { buildUploadReservation, getReservedBytes, storeUploadId } from '../table/upload-reservation.ts';
import { recordAndProcess } from './record-and-process.ts';
import { saveMetadata } from './save-metadata.ts';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  fakeSecrets({ RENDITION_SECRET_ARN: 'rendition secret' });
});
afterAll(() => stopTable());

/** Creates a member, and stores an upload with these bytes, declared as this type. */
async function upload(bytes: string, contentType: string) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  const caller = { userId, username: userId, issuedAt: Math.floor(Date.now() / 1000) };

  const fileId = ulid();
  const key = fileStorageKey(userId, fileId);
  bucket.put(key, bytes, contentType);

  const save = () => saveMetadata(caller, { fileId, description: '', altText: '' });
  return { userId, fileId, key, save };
}

describe('saveMetadata', () => {
  it.each([
    [
      'a text declared as a picture',
      'Hello',
      'image/png',
      { code: 'FileTypeMismatch', params: { declared: 'image/png' } },
    ],
    [
      'a type that is not allowed',
      'Hello',
      'application/x-sh',
      { code: 'FileTypeNotAllowed', params: { item: 'file', type: 'application/x-sh' } },
    ],
    ['an empty file', '', 'text/plain', { code: 'EmptyFile', params: undefined }],
  ])('throws the reason if the event of the bucket has rejected %s first', async (_, bytes, type, reason) => {
    const { key, save } = await upload(bytes, type);
    await expect(recordAndProcess(key)).rejects.toMatchObject(reason);
    expect(bucket.objects.has(key)).toBe(false);

    await expect(save()).rejects.toMatchObject(reason);
  });

  it('throws the same reason if the request is repeated', async () => {
    const { save } = await upload('Hello', 'image/png');
    await expect(save()).rejects.toMatchObject({ code: 'FileTypeMismatch' });

    await expect(save()).rejects.toMatchObject({ code: 'FileTypeMismatch' });
  });

  it('keeps the reservation of a rejected upload in parts', async () => {
    const { userId, fileId, save } = await upload('Hello', 'image/png');
    await transact(() => [buildUploadReservation(userId, fileId, 5)]);
    await storeUploadId({ userId, ulid: fileId }, 'upload-1');

    await expect(save()).rejects.toMatchObject({ code: 'FileTypeMismatch' });

    expect(await getReservedBytes({ userId, ulid: fileId }, 'upload-1')).toBe(5);
  });

  it('throws FileNotStored if nothing was uploaded', async () => {
    const { key, save } = await upload('Hello', 'text/plain');
    bucket.objects.delete(key);

    await expect(save()).rejects.toMatchObject({ code: 'FileNotStored' });
  });

  it('records an accepted upload after a rejected one under the same key', async () => {
    const { key, save } = await upload('Hello', 'image/png');
    await expect(save()).rejects.toMatchObject({ code: 'FileTypeMismatch' });
    bucket.put(key, 'Hello', 'text/plain');

    expect(await save()).toMatchObject({ file: { size: 5 } });
  });
});

import { ApiError } from '../platform/errors.ts';
import { FileNotStored } from '../storage/errors.ts';
import { checkSize } from '../storage/file-size.ts';
import { checkType, SAMPLE_BYTES } from '../storage/file-type.ts';
import { deleteObject, findObject, readFirstBytes, type StoredObject } from '../storage/object-store.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { deleteFile, getFile, putFile, replaceFile, type StoredFile } from '../table/file.ts';
import { changeDepth, ProfileMissing } from '../table/ledger.ts';

/**
 * Records an uploaded file: writes its item, its ledger entry and the uploader's new depth in one transaction.
 *
 * Size and type come from S3, never from the client. Both the browser and the bucket's notification call this; a file
 * is credited once. See docs/product.md#files.
 *
 * A presigned URL can be used again until it expires. If the bytes were replaced, this updates the file and credits or
 * debits the difference.
 *
 * @param key - the storage key
 * @param description - stored only if this call creates the record
 * @throws FileNotStored if no object has this key, or if its file was deleted before
 * @throws EmptyFile, FileTooLarge, FileTypeNotAllowed, FileTypeMismatch if the file is rejected; it is deleted then
 */
export async function recordStoredFile(key: string, description = ''): Promise<StoredFile> {
  const address = parseStorageKey(key);
  if (address?.purpose !== 'file') throw new FileNotStored();
  const object = await findObject(key);
  if (!object) throw new FileNotStored();
  const existing = await getFile(key);
  if (existing?.etag === object.etag) return existing;
  const contentType = await checkBytes(object, existing);
  const bytes = { size: object.size, contentType, etag: object.etag };
  if (existing) return updateFileRecord(existing, bytes);
  return createFileRecord({ ...bytes, ...address, key, description, uploadedAt: new Date().toISOString() });
}

type NewFile = Omit<StoredFile, 'depth' | 'likeCount' | 'views' | 'revision'>;

async function createFileRecord({ userId, ...bytes }: NewFile): Promise<StoredFile> {
  const { key, fileName, contentType, size, etag, uploadedAt, description } = bytes;
  const file = { key, userId, fileName, contentType, size, etag, uploadedAt, description, likeCount: 0, views: 0 };
  try {
    await changeDepth({ userId, source: 'upload', sourceId: key, bytes: size, purchasedCm: 0 }, (before) => [
      putFile({ ...file, depth: before.depth, revision: 0 }),
    ]);
  } catch (error) {
    // The member has deleted their account since the upload was signed.
    if (!(error instanceof ProfileMissing)) throw error;
  }
  const stored = await getFile(key);
  if (stored?.etag === etag) return stored;
  // A concurrent call recorded other bytes of the same key. Compare again with what the bucket has now.
  if (stored) return recordStoredFile(key);
  // The ledger already has this key, so the file was recorded and deleted before. Its key can't be used again.
  await deleteObject(key);
  throw new FileNotStored();
}

async function updateFileRecord(
  existing: StoredFile,
  bytes: Pick<StoredFile, 'size' | 'contentType' | 'etag'>,
): Promise<StoredFile> {
  const { key, userId, revision } = existing;
  const outcome = await changeDepth(
    {
      userId,
      source: 'correction',
      sourceId: `${key}#${revision + 1}`,
      bytes: bytes.size - existing.size,
      purchasedCm: 0,
    },
    () => [replaceFile(existing, bytes)],
  );
  // A concurrent call recorded other bytes, or deleted the file. Compare again with what the bucket has now.
  if (outcome !== 'applied') return recordStoredFile(key);
  const stored = await getFile(key);
  if (!stored) throw new FileNotStored();
  return stored;
}

/** Checks size and type. Deletes a rejected object and the record of the file that it replaced. */
async function checkBytes(object: StoredObject, existing: StoredFile | undefined): Promise<string> {
  try {
    checkSize(object.size);
    const sample = await readFirstBytes(object.key, SAMPLE_BYTES);
    // A concurrent call has rejected and deleted the object.
    if (!sample) throw new FileNotStored();
    return await checkType(object.contentType, sample);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (existing) await deleteFileRecord(existing);
    await deleteObject(object.key);
    throw error;
  }
}

/** Deletes a file's record and debits its metres, in one transaction. Idempotent. */
export async function deleteFileRecord(file: StoredFile): Promise<void> {
  const { key, userId, size } = file;
  const outcome = await changeDepth({ userId, source: 'removal', sourceId: key, bytes: -size, purchasedCm: 0 }, () => [
    deleteFile(file),
  ]);
  if (outcome !== 'condition-failed') return;
  // The bytes were replaced since the file was read, so another size was credited. Debit that one.
  const current = await getFile(key);
  if (current) await deleteFileRecord(current);
}

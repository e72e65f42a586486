import { Refusal } from '../platform/errors.ts';
import { FileNotStored } from '../storage/errors.ts';
import { checkSize } from '../storage/file-size.ts';
import { checkType, SAMPLE_BYTES } from '../storage/file-type.ts';
import { deleteObject, findObject, firstBytes, type StoredObject } from '../storage/object-store.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { deleteFile, getFile, putFile, replaceFile, type StoredFile } from '../table/file.ts';
import { changeDepth, ProfileMissing } from '../table/ledger.ts';

/**
 * Records a file whose bytes are stored: its item, its ledger entry and its uploader's new depth, in one transaction
 * (design §4). Size and type are the store's word, never the client's. Called by whoever learns of the bytes first,
 * the browser or the bucket, and by both; however often, a file is credited once.
 *
 * A presigned URL can be used again while it lasts. When that has replaced the bytes by others, the file becomes what
 * is stored now, and the difference is credited or debited.
 *
 * @param key - the storage key
 * @param description - told by the uploader; kept only when this call is the one that records the file
 * @throws FileNotStored when the store holds nothing under the key, or holds what was deleted before
 * @throws EmptyFile, FileTooLarge, FileTypeNotAllowed, FileTypeMismatch when the bytes are refused; they are deleted
 */
export async function recordStoredFile(key: string, description = ''): Promise<StoredFile> {
  const address = parseStorageKey(key);
  if (address?.purpose !== 'file') throw new FileNotStored();
  const object = await findObject(key);
  if (!object) throw new FileNotStored();
  const known = await getFile(key);
  if (known?.etag === object.etag) return known;
  const contentType = await accept(object, known);
  const bytes = { size: object.size, contentType, etag: object.etag };
  if (known) return replace(known, bytes);
  return publish({ ...bytes, ...address, key, description, uploadedAt: new Date().toISOString() });
}

type Unpublished = Omit<StoredFile, 'depth' | 'likeCount' | 'views' | 'revision'>;

async function publish({ userId, ...bytes }: Unpublished): Promise<StoredFile> {
  const { key, fileName, contentType, size, etag, uploadedAt, description } = bytes;
  const file = { key, userId, fileName, contentType, size, etag, uploadedAt, description, likeCount: 0, views: 0 };
  try {
    await changeDepth({ userId, source: 'upload', sourceId: key, bytes: size, purchasedCm: 0 }, (before) => [
      putFile({ ...file, depth: before.depth, revision: 0 }),
    ]);
  } catch (error) {
    // They have deleted their account since they asked for the upload.
    if (!(error instanceof ProfileMissing)) throw error;
  }
  const stored = await getFile(key);
  if (stored) return stored;
  // Credited before and gone since: the key of a deleted file stays spent.
  await deleteObject(key);
  throw new FileNotStored();
}

async function replace(known: StoredFile, bytes: Pick<StoredFile, 'size' | 'contentType' | 'etag'>) {
  const { key, userId, revision } = known;
  await changeDepth(
    {
      userId,
      source: 'correction',
      sourceId: `${key}#${revision + 1}`,
      bytes: bytes.size - known.size,
      purchasedCm: 0,
    },
    () => [replaceFile(known, bytes)],
  );
  const stored = await getFile(key);
  if (!stored) throw new FileNotStored();
  return stored;
}

/** Checks the bytes; what is refused is removed, and with it the file that it may have been before. */
async function accept(object: StoredObject, known: StoredFile | undefined): Promise<string> {
  try {
    checkSize(object.size);
    const sample = await firstBytes(object.key, SAMPLE_BYTES);
    // Whoever recorded it side by side with us has refused and deleted it.
    if (!sample) throw new FileNotStored();
    return await checkType(object.contentType, sample);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (known) await withdrawFile(known);
    await deleteObject(object.key);
    throw error;
  }
}

/** Removes a file from every list and its metres from its uploader, in one transaction, once. */
export async function withdrawFile({ key, userId, size }: StoredFile): Promise<void> {
  await changeDepth({ userId, source: 'removal', sourceId: key, bytes: -size, purchasedCm: 0 }, () => [
    deleteFile(key),
  ]);
}

import { openForJob } from '../access/open-sealed.ts';
import type { DeletionReason } from '../platform/deletion-reason.ts';
import { type ApiError, InvalidInput, LimitReached } from '../platform/errors.ts';
import { deleteFileObjects } from '../storage/derived-objects.ts';
import { FileNotStored, UploadRejected } from '../storage/errors.ts';
import { checkFileSize } from '../storage/file-size.ts';
import { checkType, SAMPLE_BYTES } from '../storage/file-type.ts';
import { readScan } from '../storage/malware-scan.ts';
import { ObjectReplaced } from '../storage/object-source.ts';
import { findObject, readFirstBytes, type StoredObject } from '../storage/object-store.ts';
import { hasNoName, parseStorageKey, type StorageKey } from '../storage/storage-key.ts';
import { type ProfileAfterChange, ProfileMissing } from '../table/change-depth.ts';
import { findDeletionOfFile } from '../table/deletion-evidence.ts';
import { getFile, type StoredFile, setScanned } from '../table/file.ts';
import { creditFile, debitFile, type FileBytes, type NewFile, recreditFile } from '../table/file-credit.ts';
import { storeRejection } from '../table/upload-reservation.ts';
import { inspectNow } from './inspect-metadata.ts';

/** Why this job opens items without a viewer. */
const REASON = 'records what the bucket holds';

/**
 * Deletes the bytes of a file that is not kept. If the file has a record, also deletes the record and the metres that
 * the file earned.
 *
 * @param key - the storage key
 * @param reason - the evidence that the bytes may be deleted
 */
export type DiscardFile = (key: string, reason: DeletionReason) => Promise<unknown>;

/**
 * The table has lost items of a file, so the file's bytes are kept.
 *
 * Thrown if the file was recorded before, but has neither a record nor evidence of its deletion. Also thrown if its
 * owner has neither a profile nor a tombstone.
 */
export class RecordLost extends Error {
  override readonly name = 'RecordLost';
  constructor() {
    super('The table has lost items of this file, so nothing shows that it may be deleted.');
  }
}

/**
 * Records an uploaded file: writes its item, its ledger entry and the uploader's new depth in one transaction.
 *
 * Size and type come from S3, never from the client. Both the browser and the bucket's notification cause a call, but a
 * file is credited once. See docs/product.md#files.
 *
 * Clients write each key once. If a file's bytes were replaced nevertheless, this function updates the record and
 * credits or debits the difference.
 *
 * @param key - the storage key
 * @param texts - the member's texts
 * @param discard - deletes a file that is not kept; by default immediately
 * @throws RecordLost if the table has lost items of the file; the bytes are kept then
 * @throws InvalidInput if the upload was prepared with another name; nothing is written then
 * @throws FileNotStored if no object has this key, or if its file was deleted before
 * @throws EmptyFile, FileTooLarge, FileTypeNotAllowed, FileTypeMismatch, MalwareFound if the file is rejected; it is
 *   deleted then
 * @throws LimitReached if the member would store too much; the file is deleted then
 */
export async function recordStoredFile(
  key: string,
  texts: UploadTexts = {},
  discard: DiscardFile = discardFile,
): Promise<StoredFile> {
  const file = await recordObject(key, texts, discard);
  return rereadPendingScan(file, discard);
}

/** The texts that a member sends with an upload. */
interface UploadTexts {
  /** Stored only if the call creates the record. */
  readonly description?: string;
  /** The name that the member's request has, if any. */
  readonly expectedName?: string | undefined;
}

/** Records the current object of a key. Tries again as long as concurrent calls change the object or its record. */
async function recordObject(key: string, texts: UploadTexts, discard: DiscardFile): Promise<StoredFile> {
  const address = parseStorageKey(key);
  if (address?.purpose !== 'file') throw new FileNotStored();

  for (;;) {
    const file = await tryToRecord({ ...address, ...texts, key }, discard);
    if (file) return file;
  }
}

/** An upload: its storage key, the parts of the key, and the member's texts. */
type Upload = StorageKey & Pick<NewFile, 'key'> & UploadTexts;

/**
 * Compares the current object with its record, and creates or updates the record.
 *
 * @returns undefined if a concurrent call has changed the object or the record
 */
async function tryToRecord(upload: Upload, discard: DiscardFile): Promise<StoredFile | undefined> {
  const { key, userId, description = '', expectedName } = upload;
  const object = await findObject(key);
  if (!object) throw new FileNotStored();

  const fileName = nameOf(upload, object);
  if (expectedName !== undefined && expectedName !== fileName) {
    throw new InvalidInput({ reason: 'field', path: ['fileName'], rule: 'format', format: 'prepared-name' });
  }

  const recordedFile = await openForJob(REASON, getFile(key));
  if (recordedFile?.etag === object.etag) return recordedFile;

  const inspectionResult = await inspectObject(object, discard);
  if (!inspectionResult) return undefined;

  const bytes = { ...inspectionResult, size: object.size, etag: object.etag, checksum: object.checksum };
  if (recordedFile) return updateFileRecord(recordedFile, bytes);

  const uploadedAt = new Date().toISOString();
  const file = { ...bytes, key, userId, fileName, uploadedAt, description, likeCount: 0, views: 0 };
  return createFileRecord(file, discard);
}

/**
 * Returns the name of an uploaded file: from its object, or from its storage key if an earlier version prepared the
 * upload. An object that lost its name, for example because an operator copied it, has the file's ID as its name.
 */
function nameOf(upload: StorageKey, object: StoredObject): string {
  return (hasNoName(upload) && object.fileName) || upload.fileName;
}

/** Creates the record of a new file. Returns undefined if a concurrent call has recorded other bytes of this key. */
async function createFileRecord(file: NewFile & FileBytes, discard: DiscardFile): Promise<StoredFile | undefined> {
  const { key, etag, userId } = file;
  await creditUploader(file, discard);

  const recordedFile = await openForJob(REASON, getFile(key));
  if (recordedFile) return recordedFile.etag === etag ? recordedFile : undefined;

  // Nothing was credited. Either the file was deleted before, so its key can't be used again, or its owner's account is
  // deleted.
  const reason = await findDeletionOfFile(userId, key);
  if (!reason) throw new RecordLost();
  await discard(key, reason);
  throw new FileNotStored();
}

/**
 * Credits a new file to its uploader, in the transaction that creates its record. Does nothing if the ledger already
 * has the file's key, or if the uploader has deleted their account since the upload was signed.
 *
 * @throws LimitReached if the uploader would store too much; the file is discarded then
 */
async function creditUploader(file: NewFile & FileBytes, discard: DiscardFile): Promise<void> {
  try {
    await creditFile(file);
  } catch (error) {
    if (error instanceof ProfileMissing) return;
    if (!(error instanceof LimitReached)) throw error;

    // A concurrent call may have recorded this file, and so have reached the limit.
    const recordedFile = await openForJob(REASON, getFile(file.key));
    if (recordedFile) return;
    throw await rejectUpload(file.key, error, discard);
  }
}

/** Records a file's replaced bytes. Returns undefined if a concurrent call has changed or deleted the record. */
async function updateFileRecord(recordedFile: StoredFile, bytes: FileBytes): Promise<StoredFile | undefined> {
  const { outcome } = await recreditFile(recordedFile, bytes);
  if (outcome !== 'applied') return undefined;

  const updatedFile = await openForJob(REASON, getFile(recordedFile.key));
  if (!updatedFile) throw new FileNotStored();
  return updatedFile;
}

/**
 * Checks size, type, and the result of the malware scan, and looks for hidden metadata. Discards a rejected object.
 *
 * @returns undefined if the object was replaced while this function read it
 */
async function inspectObject(object: StoredObject, discard: DiscardFile) {
  try {
    checkFileSize(object.size);
    const sample = await readFirstBytes(object.key, SAMPLE_BYTES);
    // A concurrent call has rejected and deleted the object.
    if (!sample) throw new FileNotStored();

    const contentType = await checkType(object.contentType, sample);
    const scan = await readScan(object.key);
    const inspection = await inspectNow({ ...object, contentType });

    return { contentType, ...(scan && { scan }), ...(inspection && { inspection }) };
  } catch (error) {
    if (error instanceof ObjectReplaced) return undefined;
    throw error instanceof UploadRejected ? await rejectUpload(object.key, error, discard) : error;
  }
}

/**
 * Reads the scan's result again if the file was recorded as pending. The result's event may have arrived before the
 * record, and would be lost otherwise.
 */
async function rereadPendingScan(file: StoredFile, discard: DiscardFile): Promise<StoredFile> {
  if (file.scan !== 'pending') return file;
  try {
    if ((await readScan(file.key)) !== 'clean') return file;
  } catch (error) {
    throw error instanceof UploadRejected ? await rejectUpload(file.key, error, discard) : error;
  }

  await setScanned(file);
  return { ...file, scan: 'clean' };
}

/**
 * Discards a rejected upload, and returns the error. Stores the reason first, so that the page's request can read it
 * although the object is gone.
 */
export async function rejectUpload(
  key: string,
  error: ApiError,
  discard: DiscardFile = discardFile,
): Promise<ApiError> {
  const { userId, ulid } = parseStorageKey(key)!;
  await storeRejection({ userId, ulid }, error);
  await discard(key, 'rejected');
  return error;
}

/**
 * Deletes a file's record, and then its bytes. If this stops halfway, the reconciling job deletes the bytes, because
 * they have no record.
 *
 * @returns whether this call deleted a record
 */
export async function discardFile(key: string, reason: DeletionReason): Promise<boolean> {
  const recordedFile = await openForJob(REASON, getFile(key));
  const changedProfile = recordedFile && (await deleteFileRecord(recordedFile));
  await deleteFileObjects(key, reason);
  return changedProfile !== undefined;
}

/**
 * Deletes a file's record and debits the metres that it earned, in one transaction. Idempotent.
 *
 * @returns the owner's profile after the change, or undefined if another call has deleted the record
 */
export async function deleteFileRecord(file: StoredFile): Promise<ProfileAfterChange | undefined> {
  const result = await debitFile(file);
  if (result.outcome === 'applied') return result.profile;
  if (result.outcome === 'duplicate') return undefined;

  // The bytes were replaced since the file was read, so another size was credited. Debits that size.
  const currentFile = await openForJob(REASON, getFile(file.key));
  return currentFile && deleteFileRecord(currentFile);
}

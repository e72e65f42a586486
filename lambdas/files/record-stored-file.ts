import { openForJob } from '../access/open-sealed.ts';
import type { DeletionReason } from '../platform/deletion-reason.ts';
import { ApiError, LimitReached } from '../platform/errors.ts';
import { isTransient } from '../platform/transient-errors.ts';
import { deleteFileObjects } from '../storage/derived-objects.ts';
import { FileNotStored } from '../storage/errors.ts';
import { checkSize } from '../storage/file-size.ts';
import { checkType, SAMPLE_BYTES } from '../storage/file-type.ts';
import { readScan } from '../storage/malware-scan.ts';
import { ObjectReplaced } from '../storage/object-source.ts';
import { findObject, readFirstBytes, type StoredObject } from '../storage/object-store.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { findDeletionOfFile } from '../table/deletion-evidence.ts';
import { getFile, type StoredFile, setScanned } from '../table/file.ts';
import { creditFile, debitFile, type FileBytes, type NewFile, recreditFile } from '../table/file-credit.ts';
import { type ProfileAfterChange, ProfileMissing } from '../table/ledger.ts';
import { inspectAtOnce } from './inspect-metadata.ts';

/** Why this job opens items without a viewer. */
const REASON = 'records what the bucket holds';

/**
 * Deletes the bytes of a file that is not kept, and its record with the metres that it earned, if it has one.
 *
 * @param key - the storage key
 * @param reason - the evidence that the bytes may be deleted
 */
export type DiscardFile = (key: string, reason: DeletionReason) => Promise<unknown>;

/** What else happens while a file is recorded. */
export interface RecordingEffects {
  /** Deletes a file that is not kept; at once by default. */
  readonly discard: DiscardFile;
  /** Called after the depth of the file's owner has changed. */
  readonly onDepthChange: (userId: string) => Promise<void>;
}

/**
 * Thrown if a file was recorded before, but has neither a record nor anything that shows its deletion, or if its owner has
 * neither a profile nor a tombstone. The table has lost items, so the bytes are kept.
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
 * Size and type come from S3, never from the client. Both the browser and the bucket's notification call this; a file
 * is credited once. See docs/product.md#files.
 *
 * A key is written once. If its bytes were replaced nevertheless, this updates the file and credits or debits the
 * difference.
 *
 * @param key - the storage key
 * @param description - stored only if this call creates the record
 * @throws RecordLost if the table has lost items of the file; the bytes are kept then
 * @throws FileNotStored if no object has this key, or if its file was deleted before
 * @throws EmptyFile, FileTooLarge, FileTypeNotAllowed, FileTypeMismatch, MalwareFound if the file is rejected; it is deleted then
 * @throws LimitReached if the member would store too much; the file is deleted then
 */
export async function recordStoredFile(
  key: string,
  description = '',
  { discard = discardFile, onDepthChange = async () => {} }: Partial<RecordingEffects> = {},
): Promise<StoredFile> {
  const effects = { discard, onDepthChange };
  return settleScan(await recordBytes(key, description, effects), discard);
}

async function recordBytes(key: string, description: string, effects: RecordingEffects): Promise<StoredFile> {
  const address = parseStorageKey(key);
  if (address?.purpose !== 'file') throw new FileNotStored();
  const object = await findObject(key);
  if (!object) throw new FileNotStored();
  const existing = await openForJob(REASON, getFile(key));
  if (existing?.etag === object.etag) return existing;
  const checked = await checkBytes(object, effects.discard);
  // The bytes were replaced. Compare again with what the bucket has now.
  if (!checked) return recordBytes(key, description, effects);
  const bytes = { ...checked, size: object.size, etag: object.etag, checksum: object.checksum };
  if (existing) return updateFileRecord(existing, bytes, effects);

  const { userId, fileName } = address;
  const uploadedAt = new Date().toISOString();
  const file = { ...bytes, key, userId, fileName, uploadedAt, description, likeCount: 0, views: 0 };

  return createFileRecord(file, effects);
}

async function createFileRecord(file: NewFile & FileBytes, effects: RecordingEffects): Promise<StoredFile> {
  const { key, etag, userId } = file;
  const { discard, onDepthChange } = effects;
  try {
    const { outcome } = await creditFile(file);
    if (outcome === 'applied') await onDepthChange(userId);
  } catch (error) {
    if (error instanceof LimitReached && !(await openForJob(REASON, getFile(key)))) {
      await discard(key, 'rejected');
      throw error;
    }
    // The member has deleted their account since the upload was signed.
    if (!(error instanceof ProfileMissing || error instanceof LimitReached)) throw error;
  }

  const stored = await openForJob(REASON, getFile(key));
  if (stored?.etag === etag) return stored;
  // A concurrent call recorded other bytes of the same key. Compare again with what the bucket has now.
  if (stored) return recordBytes(key, '', effects);
  // The ledger already has this key. If the file was deleted before, its key can't be used again.
  const reason = await findDeletionOfFile(userId, key);
  if (!reason) throw new RecordLost();

  await discard(key, reason);
  throw new FileNotStored();
}

async function updateFileRecord(
  existing: StoredFile,
  bytes: FileBytes,
  effects: RecordingEffects,
): Promise<StoredFile> {
  const { key, userId } = existing;
  const { outcome } = await recreditFile(existing, bytes);
  // A concurrent call recorded other bytes, or deleted the file. Compare again with what the bucket has now.
  if (outcome !== 'applied') return recordBytes(key, '', effects);
  await effects.onDepthChange(userId);
  const stored = await openForJob(REASON, getFile(key));
  if (!stored) throw new FileNotStored();
  return stored;
}

/**
 * Checks size, type, and the result of the malware scan, and looks for hidden metadata. Discards a rejected object.
 * Returns undefined if the bytes were replaced.
 */
async function checkBytes(object: StoredObject, discard: DiscardFile) {
  try {
    checkSize(object.size);
    const sample = await readFirstBytes(object.key, SAMPLE_BYTES);
    // A concurrent call has rejected and deleted the object.
    if (!sample) throw new FileNotStored();
    const contentType = await checkType(object.contentType, sample);
    const scan = await readScan(object.key);
    const inspection = await inspectAtOnce({ ...object, contentType });
    return { contentType, ...(scan && { scan }), ...(inspection && { inspection }) };
  } catch (error) {
    if (error instanceof ObjectReplaced) return undefined;
    if (isRejection(error)) await discard(object.key, 'rejected');
    throw error;
  }
}

/**
 * Reads the scan's result again after the file was recorded as pending. The result's event may have arrived before the
 * record, and would be lost otherwise.
 */
async function settleScan(file: StoredFile, discard: DiscardFile): Promise<StoredFile> {
  if (file.scan !== 'pending') return file;
  try {
    if ((await readScan(file.key)) !== 'clean') return file;
  } catch (error) {
    if (isRejection(error)) await discard(file.key, 'rejected');
    throw error;
  }
  await setScanned(file);
  return { ...file, scan: 'clean' };
}

/** Returns whether an inspection has shown that the bytes are not allowed. Missing bytes and failed services don't. */
function isRejection(error: unknown): boolean {
  return error instanceof ApiError && !(error instanceof FileNotStored) && !isTransient(error);
}

/**
 * Discards a file at once. The record first: the reconciling job deletes bytes that are left after it.
 *
 * @returns whether this call deleted a record
 */
export async function discardFile(key: string, reason: DeletionReason): Promise<boolean> {
  const existingFile = await openForJob(REASON, getFile(key));
  const owner = existingFile && (await deleteFileRecord(existingFile));
  await deleteFileObjects(key, reason);
  return owner !== undefined;
}

/**
 * Deletes a file's record and debits the metres that it earned, in one transaction. Idempotent.
 *
 * @returns the owner's profile after the change, or undefined if another call has deleted it
 */
export async function deleteFileRecord(file: StoredFile): Promise<ProfileAfterChange | undefined> {
  const result = await debitFile(file);
  if (result.outcome === 'applied') return result.profile;
  if (result.outcome === 'duplicate') return undefined;
  // The bytes were replaced since the file was read, so another size was credited. Debit that one.
  const current = await openForJob(REASON, getFile(file.key));
  return current && deleteFileRecord(current);
}

import { ulid } from 'ulid';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { MULTIPART_PART_BYTES, MULTIPART_THRESHOLD_BYTES } from '../../shared/rules/limits.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { InvalidInput } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { PartsMissing, UploadNotFound } from '../storage/errors.ts';
import { checkFileSize } from '../storage/file-size.ts';
import {
  abortUpload,
  completeUpload,
  createUpload,
  listStoredParts,
  type StoredPart,
} from '../storage/multipart-store.ts';
import { findObject } from '../storage/object-store.ts';
import { fileStorageKey } from '../storage/storage-key.ts';
import { buildUploadReservation, deleteReservation, storeUploadId } from '../table/upload-reservation.ts';
import { countUpload } from './count-upload.ts';
import { loadOwnUpload } from './sign-parts.ts';

/**
 * Starts a multipart upload, which can resume after an interruption.
 *
 * @throws EmptyFile, FileTooLarge if the announced size is not allowed
 * @throws InvalidInput if the file is too small for parts
 * @throws LimitReached if the caller has uploaded too much today, or stores too much
 */
export async function startMultipart(
  caller: Caller,
  { fileName, fileType, fileSize }: Input<typeof files.startMultipart>,
): Promise<Response<typeof files.startMultipart>> {
  checkFileSize(fileSize);
  requirePartsForSize(fileSize);

  const fileId = ulid();
  const reservation = buildUploadReservation(caller.userId, fileId, fileSize);
  await countUpload(await ensureProfile(caller), { bytes: fileSize, countsAsStored: true }, [reservation]);

  // If a later step fails, the client starts another upload. The bucket aborts the first upload after a day,
  // and the reservation expires.
  const key = fileStorageKey(caller.userId, fileId);
  const { uploadId } = await createUpload({ key, contentType: fileType, fileName });
  await storeUploadId({ userId: caller.userId, ulid: fileId }, uploadId);
  return { fileId, uploadId, partSize: MULTIPART_PART_BYTES };
}

/** Lists the stored parts, so that a client can resume the upload. */
export async function listParts(
  caller: Caller,
  request: Input<typeof files.listParts>,
): Promise<{ parts: StoredPart[] }> {
  return { parts: await listStoredParts(await loadOwnUpload(caller, request)) };
}

/**
 * Assembles the parts into one file. A repeated call succeeds if the first one did.
 *
 * @throws EmptyFile, FileTooLarge if the announced size is not allowed
 * @throws PartsMissing if the parts don't add up to the announced size
 * @throws InvalidInput if the file is too small for parts, or if a part except the last has another size than
 *   {@link MULTIPART_PART_BYTES}
 * @throws UploadNotFound if neither the upload nor the completed file exists
 */
export async function completeMultipart(
  caller: Caller,
  { fileId, uploadId, fileSize }: Input<typeof files.completeMultipart>,
): Promise<{ fileId: string }> {
  const upload = await loadOwnUpload(caller, { fileId, uploadId });
  checkFileSize(fileSize);
  requirePartsForSize(fileSize);

  try {
    const parts = await listStoredParts(upload);
    const storedBytes = parts.reduce((sum, { size }) => sum + size, 0);
    if (storedBytes !== fileSize) throw new PartsMissing();
    if (!haveStandardSizes(parts, fileSize)) throw new InvalidInput('part-size');

    await completeUpload(upload, parts);
  } catch (error) {
    const storedObject = error instanceof UploadNotFound ? await findObject(upload.key) : undefined;
    // The object is smaller than the upload if its hidden metadata was removed since the first call.
    if (!storedObject || storedObject.size > fileSize) throw error;
  }

  return { fileId };
}

/** Aborts a multipart upload, and ends the signing of its parts. */
export async function abortMultipart(
  caller: Caller,
  request: Input<typeof files.abortMultipart>,
): Promise<Record<string, never>> {
  const upload = await loadOwnUpload(caller, request);
  await abortUpload(upload);
  await deleteReservation(upload, upload.uploadId);
  return {};
}

/**
 * Rejects a file that must be uploaded as a whole. Equal bytes must be stored in the same way, so that S3 gives them
 * equal checksums.
 *
 * @throws InvalidInput if the file is too small for parts
 */
function requirePartsForSize(fileSize: number): void {
  if (fileSize <= MULTIPART_THRESHOLD_BYTES) throw new InvalidInput('file-needs-no-parts');
}

/** Returns whether the parts have the sizes that every client must use for a file of this size. */
function haveStandardSizes(parts: readonly StoredPart[], fileSize: number): boolean {
  return parts.every(({ partNumber, size }, index) => {
    const remainingBytes = fileSize - index * MULTIPART_PART_BYTES;
    return partNumber === index + 1 && size === Math.min(MULTIPART_PART_BYTES, remainingBytes);
  });
}

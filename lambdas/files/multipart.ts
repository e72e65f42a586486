import { ulid } from 'ulid';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { BYTES_PER_MB, MULTIPART_PART_BYTES } from '../../shared/depth/limits.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { InvalidInput } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { PartsMissing, UploadNotFound } from '../storage/errors.ts';
import { checkSize } from '../storage/file-size.ts';
import {
  abortUpload,
  completeUpload,
  createUpload,
  listStoredParts,
  type MultipartUpload,
  type StoredPart,
} from '../storage/multipart-store.ts';
import { findObject } from '../storage/object-store.ts';
import { formatStorageKey } from '../storage/storage-key.ts';
import { assertOwnUpload } from './sign-parts.ts';

/**
 * Starts a multipart upload, which can resume after an interruption.
 *
 * @throws EmptyFile, FileTooLarge if the announced size is not allowed
 */
export async function startMultipart(
  caller: Caller,
  { fileName, fileType, fileSize }: Input<typeof files.startMultipart>,
): Promise<Response<typeof files.startMultipart>> {
  checkSize(fileSize);
  await ensureProfile(caller);
  const fileId = formatStorageKey({ purpose: 'file', userId: caller.userId, ulid: ulid(), fileName });
  return { ...(await createUpload(fileId, fileType)), partSize: MULTIPART_PART_BYTES };
}

/** Lists the parts that have arrived, so that a client can resume the upload. */
export async function listParts(caller: Caller, upload: MultipartUpload): Promise<{ parts: StoredPart[] }> {
  assertOwnUpload(caller, upload);
  return { parts: await listStoredParts(upload) };
}

/** S3's minimum size of a part except the last, in bytes. */
const MIN_PART_BYTES = 5 * BYTES_PER_MB;

/**
 * Assembles the parts to one file. A repeated call succeeds if the first one did.
 *
 * @throws EmptyFile, FileTooLarge if the announced size is not allowed
 * @throws PartsMissing if the parts don't add up to the announced size
 * @throws InvalidInput if a part except the last is too small for S3
 * @throws UploadNotFound if neither the upload nor the completed file exists
 */
export async function completeMultipart(
  caller: Caller,
  { fileSize, ...upload }: Input<typeof files.completeMultipart>,
): Promise<{ fileId: string }> {
  assertOwnUpload(caller, upload);
  checkSize(fileSize);
  const { fileId } = upload;
  try {
    const parts = await listStoredParts(upload);
    if (parts.reduce((sum, { size }) => sum + size, 0) !== fileSize) throw new PartsMissing();
    if (parts.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES)) {
      throw new InvalidInput('Each part except the last must have at least 5 MB.');
    }
    await completeUpload(upload, parts);
  } catch (error) {
    const completed = error instanceof UploadNotFound && (await findObject(fileId))?.size === fileSize;
    if (!completed) throw error;
  }
  return { fileId };
}

/** Aborts a multipart upload. */
export async function abortMultipart(caller: Caller, upload: MultipartUpload): Promise<Record<string, never>> {
  assertOwnUpload(caller, upload);
  await abortUpload(upload);
  return {};
}

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
  type MultipartUpload,
  type StoredPart,
  storedParts,
} from '../storage/multipart-store.ts';
import { findObject } from '../storage/object-store.ts';
import { formatStorageKey } from '../storage/storage-key.ts';
import { assertOwn } from './sign-parts.ts';

/**
 * Begins an upload in parts, for a file that is too large to be sent again from the start.
 *
 * @throws EmptyFile, FileTooLarge
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

/** The parts that have arrived, so that an upload can go on where it stopped. */
export async function listParts(caller: Caller, upload: MultipartUpload): Promise<{ parts: StoredPart[] }> {
  assertOwn(caller, upload);
  return { parts: await storedParts(upload) };
}

/** S3 makes no object of smaller parts, in bytes; the last may be smaller. */
const SMALLEST_PART_BYTES = 5 * BYTES_PER_MB;

/**
 * Makes one file of the parts. A repeated call succeeds when the first one has.
 *
 * @throws EmptyFile, FileTooLarge
 * @throws PartsMissing when they do not add up to the file
 * @throws InvalidInput when one of them, not the last, is smaller than the store takes
 * @throws UploadNotFound when there is no such upload, and no such file either
 */
export async function completeMultipart(
  caller: Caller,
  { fileSize, ...upload }: Input<typeof files.completeMultipart>,
): Promise<{ fileId: string }> {
  assertOwn(caller, upload);
  checkSize(fileSize);
  const { fileId } = upload;
  try {
    const parts = await storedParts(upload);
    if (parts.reduce((sum, { size }) => sum + size, 0) !== fileSize) throw new PartsMissing();
    if (parts.slice(0, -1).some(({ size }) => size < SMALLEST_PART_BYTES)) {
      throw new InvalidInput('parts: each but the last must be of at least 5 MB');
    }
    await completeUpload(upload, parts);
  } catch (error) {
    const completed = error instanceof UploadNotFound && (await findObject(fileId))?.size === fileSize;
    if (!completed) throw error;
  }
  return { fileId };
}

/** Gives an upload up. */
export async function abortMultipart(caller: Caller, upload: MultipartUpload): Promise<Record<string, never>> {
  assertOwn(caller, upload);
  await abortUpload(upload);
  return {};
}

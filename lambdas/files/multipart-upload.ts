import { ulid } from 'ulid';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { MULTIPART_PART_BYTES } from '../../shared/depth/limits.ts';
import { ensureProfile } from '../account/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { PartsMissing, UploadNotFound } from './errors.ts';
import { checkSize } from './file-size.ts';
import { findObject } from './file-store.ts';
import {
  abortUpload,
  completeUpload,
  createUpload,
  type MultipartUpload,
  type StoredPart,
  storedParts,
} from './multipart-store.ts';
import { assertOwn } from './part-urls.ts';
import { formatStorageKey } from './storage-key.ts';

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

/**
 * Makes one file of the parts. A repeated call succeeds when the first one has.
 *
 * @throws PartsMissing when they do not add up to the file
 * @throws UploadNotFound when there is no such upload, and no such file either
 */
export async function completeMultipart(
  caller: Caller,
  { fileSize, ...upload }: Input<typeof files.completeMultipart>,
): Promise<{ fileId: string }> {
  assertOwn(caller, upload);
  const { fileId } = upload;
  try {
    const parts = await storedParts(upload);
    if (parts.reduce((sum, { size }) => sum + size, 0) !== fileSize) throw new PartsMissing();
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

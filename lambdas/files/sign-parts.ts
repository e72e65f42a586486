import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { MULTIPART_PART_BYTES, MULTIPART_THRESHOLD_BYTES } from '../../shared/rules/limits.ts';
import { loadViewer } from '../access/viewer.ts';
import { InvalidInput } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { UploadNotFound } from '../storage/errors.ts';
import type { MultipartUpload } from '../storage/multipart-store.ts';
import { signPart } from '../storage/presigned-urls.ts';
import { getReservedBytes } from '../table/upload-reservation.ts';
import { findOwnUpload, type OwnUpload } from './own-upload.ts';

/**
 * Signs the upload of parts.
 *
 * Doesn't check whether the upload was completed, because that would cost another request. S3 rejects each part of a
 * completed upload with `NoSuchUpload`.
 *
 * @throws UploadNotFound if this upload wasn't started for the file, or was aborted
 * @throws InvalidInput if a part would exceed the size that was announced and counted at the start
 */
export async function signParts(
  caller: Caller,
  { fileId, uploadId, parts }: Input<typeof files.signParts>,
): Promise<Response<typeof files.signParts>> {
  const upload = await loadOwnUpload(caller, { fileId, uploadId });
  const reservedBytes = await getReservedBytes(upload, uploadId);
  // A smaller reservation belongs to the picture of a post, which is uploaded without parts.
  if (reservedBytes === undefined || reservedBytes <= MULTIPART_THRESHOLD_BYTES) throw new UploadNotFound();

  // A part can be replaced, but not moved. So all parts together never exceed the announced size.
  const endsOfParts = parts.map(({ partNumber, size }) => (partNumber - 1) * MULTIPART_PART_BYTES + size);
  if (endsOfParts.some((end) => end > reservedBytes)) throw new InvalidInput('part-beyond-end');

  const urls = parts.map(async (part) => {
    const { presignedUrl, headers } = await signPart(upload, part);
    return { partNumber: part.partNumber, url: presignedUrl, headers };
  });

  return { urls: await Promise.all(urls) };
}

/**
 * Checks the caller's session, and finds the caller's upload. The upload may not exist in S3.
 *
 * @throws AccountDeleted, SessionEnded if the caller's token is no longer accepted
 * @throws UploadNotFound if the ID is not the ID of a file
 * @throws NotYou if the ID names another member
 */
export async function loadOwnUpload(
  caller: Caller,
  { fileId, uploadId }: { readonly fileId: string; readonly uploadId: string },
): Promise<OwnUpload & MultipartUpload> {
  await loadViewer(caller);
  const upload = findOwnUpload(caller, fileId);
  if (!upload) throw new UploadNotFound();
  return { ...upload, uploadId };
}

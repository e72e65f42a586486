import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { UploadNotFound } from '../storage/errors.ts';
import { signPart } from '../storage/presigned-urls.ts';
import { parseStorageKey } from '../storage/storage-key.ts';

/** Signs the upload of parts. Doesn't check whether the upload still exists; S3 does when a part arrives. */
export async function signParts(
  caller: Caller,
  { parts, ...upload }: Input<typeof files.signParts>,
): Promise<Response<typeof files.signParts>> {
  assertOwnUpload(caller, upload);
  const urls = parts.map(async ({ partNumber, size }) => ({
    partNumber,
    url: await signPart(upload, partNumber, size),
  }));
  return { urls: await Promise.all(urls) };
}

/**
 * Checks that an upload belongs to the caller.
 *
 * @throws UploadNotFound if the ID is not the storage key of a file
 * @throws NotYou if it belongs to another member
 */
export function assertOwnUpload(caller: Caller, { fileId }: { readonly fileId: string }): void {
  const address = parseStorageKey(fileId);
  if (address?.purpose !== 'file') throw new UploadNotFound();
  if (address.userId !== caller.userId) throw new NotYou();
}

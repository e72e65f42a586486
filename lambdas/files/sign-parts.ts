import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { UploadNotFound } from '../storage/errors.ts';
import { signPart } from '../storage/presigned-urls.ts';
import { parseStorageKey } from '../storage/storage-key.ts';

/** Signs the upload of some parts. Whether the upload still exists is told by the store when they arrive. */
export async function signParts(
  caller: Caller,
  { parts, ...upload }: Input<typeof files.signParts>,
): Promise<Response<typeof files.signParts>> {
  assertOwn(caller, upload);
  const urls = parts.map(async ({ partNumber, size }) => ({
    partNumber,
    url: await signPart(upload, partNumber, size),
  }));
  return { urls: await Promise.all(urls) };
}

/**
 * Refuses uploads of others.
 *
 * @throws UploadNotFound when it is no key of a file
 * @throws NotYou when it is somebody else's
 */
export function assertOwn(caller: Caller, { fileId }: { readonly fileId: string }): void {
  const address = parseStorageKey(fileId);
  if (address?.purpose !== 'file') throw new UploadNotFound();
  if (address.userId !== caller.userId) throw new NotYou();
}

import { ulid } from 'ulid';
import { formatStorageKey } from '../../../lambdas/storage/storage-key.ts';
import { creditFile } from '../../../lambdas/table/file-credit.ts';

/** Size of a published file in bytes. Keeps its uploader in one band. */
const FILE_BYTES = 1000;

/**
 * Publishes a small file now, as an upload would: item, ledger entry, and the uploader's new depth in one transaction.
 *
 * @throws Error if the transaction was not applied
 */
export async function publishFile(userId: string): Promise<void> {
  const id = ulid();
  const fileName = 'published now.txt';
  const { outcome } = await creditFile({
    key: formatStorageKey({ purpose: 'file', userId, ulid: id, fileName }),
    userId,
    fileName,
    contentType: 'text/plain',
    size: FILE_BYTES,
    etag: `"${id}"`,
    // Differs for each file, because a copy of the same bytes earns no depth.
    checksum: id,
    uploadedAt: new Date().toISOString(),
    description: '',
    likeCount: 0,
    views: 0,
  });

  if (outcome !== 'applied') throw new Error(`A file of ${userId} was not recorded: ${outcome}`);
}

import { deleteFile, type StoredFile } from '../table/file.ts';
import { changeDepth } from '../table/ledger.ts';

/** Takes a file out of every list and its metres from its uploader, in one transaction, once (design §4). */
export async function withdrawFile({ key, userId, size }: StoredFile): Promise<void> {
  await changeDepth({ userId, source: 'removal', sourceId: key, bytes: -size, purchasedCm: 0 }, () => [
    deleteFile(key),
  ]);
}

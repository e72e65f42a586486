import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { countView } from '../table/file.ts';
import { getPerson, isDeleted } from '../table/profile.ts';
import { FileNotFound } from './errors.ts';
import { signDownload } from './presigned-urls.ts';
import { parseStorageKey } from './storage-key.ts';

/**
 * Opens a file at or below the caller's depth: counts a view (decision 21), and signs its download.
 *
 * @throws FileNotFound when it does not exist, or lies above the caller
 */
export async function openFile(caller: Caller, fileId: string): Promise<{ url: string; views: number }> {
  const address = parseStorageKey(fileId);
  if (!address) throw new FileNotFound();
  const [viewer, uploader] = await Promise.all([viewerOf(caller), getPerson(address.userId)]);
  // What belongs to a deleted account is hidden at once, and removed a little later.
  if (isDeleted(uploader)) throw new FileNotFound();
  const file = await countView(fileId, viewer);
  if (!file) throw new FileNotFound();
  return { url: await signDownload(file), views: file.views };
}

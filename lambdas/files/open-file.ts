import type { Caller } from '../platform/identity.ts';
import { countView } from '../table/file.ts';
import { FileNotFound } from './errors.ts';
import { signDownload } from './file-store.ts';
import { viewerOf } from './viewer.ts';

/**
 * Opens a file at or below the caller's depth: counts a view (decision 21), and signs its download.
 *
 * @throws FileNotFound when it does not exist, or lies above the caller
 */
export async function openFile(caller: Caller, fileId: string): Promise<{ url: string; views: number }> {
  const file = await countView(fileId, await viewerOf(caller));
  if (!file) throw new FileNotFound();
  return { url: await signDownload(file), views: file.views };
}

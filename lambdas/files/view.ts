import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { signVisibleDownload } from '../access/download-url.ts';
import { FileNotFound } from '../access/errors.ts';
import { loadViewer } from '../access/viewer.ts';
import { loadVisibleFile } from '../access/visible-items.ts';
import type { Caller } from '../platform/identity.ts';
import { FileNotScanned } from '../storage/errors.ts';
import { countView } from '../table/file.ts';

/**
 * Opens a file: signs its download, and counts one view per call.
 *
 * @throws FileNotFound if the caller can't see the file
 * @throws FileNotScanned while the malware scan or the inspection for hidden metadata is pending
 */
export async function viewFile(
  caller: Caller,
  { fileId }: Input<typeof files.view>,
): Promise<Response<typeof files.view>> {
  const pendingViewer = loadViewer(caller);
  const file = await loadVisibleFile(pendingViewer, fileId);

  const url = await signVisibleDownload(file);
  if (url === undefined) throw new FileNotScanned();

  // The write's condition repeats the access rule, because the file may have been deleted after the read.
  const views = await countView(file, await pendingViewer);
  if (views === undefined) throw new FileNotFound();

  return { url, views };
}

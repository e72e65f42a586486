import { signDownload } from '../storage/presigned-urls.ts';
import type { StoredFile } from '../table/file.ts';
import type { Visible } from '../table/visible.ts';

/** Returns whether the malware scan or the inspection for hidden metadata is pending. The file is closed until then. */
export function hasPendingCheck({ scan, inspection }: Pick<StoredFile, 'scan' | 'inspection'>): boolean {
  return scan === 'pending' || inspection === 'pending';
}

/**
 * Signs the download of a file that the viewer may open; undefined while a check is pending.
 *
 * Every download of a file goes through this function, so that no unchecked file can be opened. A test in
 * test/infra/structure.test.ts checks that. See docs/adr/0031-malware-scan.md.
 */
export async function signVisibleDownload(file: Visible<StoredFile>): Promise<string | undefined> {
  return hasPendingCheck(file) ? undefined : signDownload(file);
}

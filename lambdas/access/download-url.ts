import { signDownload } from '../storage/presigned-urls.ts';
import type { StoredFile } from '../table/file.ts';
import type { Visible } from '../table/visible.ts';

/** Returns whether the malware scan or the search for hidden metadata is pending. The file stays closed until then. */
export function isScanning({ scan, inspection }: Pick<StoredFile, 'scan' | 'inspection'>): boolean {
  return scan === 'pending' || inspection === 'pending';
}

/**
 * Signs the download of a file that the viewer may open; undefined while a check is pending.
 *
 * Every download of a file goes through this function. See docs/adr/0031-malware-scan.md.
 */
export async function downloadUrl(file: Visible<StoredFile>): Promise<string | undefined> {
  return isScanning(file) ? undefined : signDownload(file);
}

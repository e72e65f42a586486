import { logger } from '../platform/logger.ts';
import { deleteObject } from '../storage/object-store.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { setScanned } from '../table/file.ts';
import { discardAndNotify } from './record-and-process.ts';

/** The part of GuardDuty's event that Fathom uses. */
export interface ScanResult {
  readonly s3ObjectDetails: { readonly objectKey: string; readonly eTag: string };
  readonly scanResultDetails: { readonly scanResultStatus: string };
}

/**
 * Applies the result of a malware scan: a clean file can be opened, an infected one is deleted with its metres.
 *
 * An object that GuardDuty couldn't scan stays pending, and the log has an error. Idempotent: results can arrive twice,
 * and before the file is recorded (`recordStoredFile` reads the object's tag).
 */
export async function applyScanResult({ s3ObjectDetails, scanResultDetails }: ScanResult): Promise<void> {
  const { objectKey: key, eTag } = s3ObjectDetails;
  const { scanResultStatus: result } = scanResultDetails;
  const address = parseStorageKey(key);
  if (!address) return;
  const { userId: owner, ulid, purpose } = address;

  switch (result) {
    case 'NO_THREATS_FOUND':
      // S3's entity tags have quotes, and GuardDuty's don't.
      return purpose === 'file' ? setScanned({ key, etag: `"${eTag.replaceAll('"', '')}"` }) : undefined;
    case 'THREATS_FOUND':
      logger.warn('Malware found', { ulid, purpose, result });
      await (purpose === 'file' ? discardAndNotify(key, 'rejected') : deleteObject(key, 'rejected'));
      return;
    default:
      // The object stays closed until its owner deletes it, so this line names the owner.
      logger.error('Malware scan without a result', { owner, ulid, purpose, result });
  }
}

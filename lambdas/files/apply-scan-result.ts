import { hashCaller } from '../platform/caller-hash.ts';
import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import { MalwareFound } from '../storage/errors.ts';
import { deleteObject } from '../storage/object-store.ts';
import { parseStorageKey, type StorageKey } from '../storage/storage-key.ts';
import { setScanned } from '../table/file.ts';
import { rejectUpload } from './record-stored-file.ts';

/** GuardDuty's name of a scan's result. */
export type ScanStatus = 'NO_THREATS_FOUND' | 'THREATS_FOUND' | 'UNSUPPORTED' | 'ACCESS_DENIED' | 'FAILED';

/** The part of GuardDuty's event that Fathom uses. */
export interface ScanResult {
  readonly s3ObjectDetails: { readonly objectKey: string; readonly eTag: string };
  readonly scanResultDetails: { readonly scanResultStatus: ScanStatus };
}

/**
 * Applies the result of a malware scan: lets members open a clean file, and deletes an infected file, whose metres
 * are taken back. Logs the pseudonym of a member who uploaded malware.
 *
 * An object that GuardDuty couldn't scan stays pending, and an error is logged. Idempotent, because results can arrive
 * twice. A result can arrive before the file is recorded. `recordStoredFile` then reads the result from the object's
 * tag.
 */
export async function applyScanResult({ s3ObjectDetails, scanResultDetails }: ScanResult): Promise<void> {
  const { objectKey: key, eTag } = s3ObjectDetails;
  const { scanResultStatus: status } = scanResultDetails;
  const address = parseStorageKey(key);
  if (!address) return;

  const { userId: owner, ulid, purpose } = address;

  // S3's entity tags have quotes, and GuardDuty's don't.
  const etag = `"${eTag.replaceAll('"', '')}"`;

  switch (status) {
    case 'NO_THREATS_FOUND':
      return purpose === 'file' ? setScanned({ key, etag }) : undefined;
    case 'THREATS_FOUND':
      return deleteInfected(address, key);
    default:
      // The object stays closed until its owner deletes it, so this log entry names the owner.
      logger.error('Malware scan without a result', { ...nameForRepair({ owner, ulid }), purpose, result: status });
  }
}

/** Deletes an infected object, and logs the pseudonym of its owner even if the deletion fails. */
async function deleteInfected({ userId: owner, purpose }: StorageKey, key: string): Promise<void> {
  const caller = hashCaller(owner);
  try {
    await (purpose === 'file' ? rejectUpload(key, new MalwareFound()) : deleteObject(key, 'rejected'));
  } finally {
    // The log entry has no ULID, because another entry could then connect the pseudonym with the owner's ID.
    logger.warn('Malware found', { caller: await caller, purpose });
  }
}

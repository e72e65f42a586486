/*
 * The credit of files: how many bytes of each file raise its owner's depth. Equal bytes earn once per member: a copy of
 * a file that the member already has earns nothing. The credit belongs to the file that earned it. Deleting that file
 * debits it, even if the member has copies of the file. See docs/product.md#files.
 *
 * A file whose hidden metadata was removed is a copy of both: its current bytes, and the uploaded bytes. Without the
 * uploaded bytes, a member could upload the same original again, and it would earn until its metadata is removed too.
 *
 * Every function changes the profile's version in the same transaction. So if two copies are recorded concurrently, one
 * of them finds the other.
 */

import { type ChangeResult, changeDepthBy } from './change-depth.ts';
import { allowedFor, checkStoredBytes } from './conduct.ts';
import { buildFileDelete, buildFilePut, buildFileUpdate, type StoredFile } from './file.ts';
import { buildCopyDelete, buildCopyPut, holdsCopy, someCopy } from './held-copy.ts';
import { storedBytesOf } from './profile.ts';
import type { TransactItem } from './transaction.ts';

/** A file that has no record yet. */
export type NewFile = Omit<StoredFile, 'depth' | 'revision' | 'creditedBytes' | 'originalChecksum'>;

/** The attributes of a file that its bytes determine. */
export type FileBytes = Required<Pick<StoredFile, 'size' | 'contentType' | 'etag' | 'checksum'>> &
  Pick<StoredFile, 'scan' | 'inspection'>;

/** Returns the bytes that count for a file's owner. Files of earlier versions count in full. */
export function creditedBytesOf({ creditedBytes, size }: Pick<StoredFile, 'creditedBytes' | 'size'>): number {
  return creditedBytes ?? size;
}

/**
 * Records a file, and credits its owner unless the owner already has a copy.
 *
 * @throws ProfileMissing if the owner has no profile
 * @throws LimitReached if the owner would store too much
 */
export function creditFile(file: NewFile & FileBytes): Promise<ChangeResult> {
  const { userId, key, size } = file;

  return changeDepthBy(userId, async (profileBefore) => {
    // The transaction checks the limit again, so files and pictures that arrive concurrently can't exceed it together.
    checkStoredBytes(profileBefore, storedBytesOf(profileBefore), size);
    const creditedBytes = (await holdsCopy(userId, file.checksum)) ? 0 : size;

    return {
      change: {
        userId,
        source: 'upload',
        sourceId: key,
        fileName: file.fileName,
        bytes: creditedBytes,
        storedBytes: size,
        purchasedCm: 0,
      },
      maxStoredBytes: allowedFor('storedBytes', profileBefore),
      furtherWrites: [
        buildFilePut({ ...file, depth: profileBefore.depth, revision: 0, creditedBytes }),
        buildCopyPut(file),
      ],
    };
  });
}

/**
 * Records that a file's bytes were replaced, and credits or debits the difference. A file without a credit never earns
 * one.
 *
 * Counts the difference of the sizes, but doesn't check the limit of stored bytes. Only functions replace bytes, to
 * remove hidden metadata, and a refusal would leave a record of bytes that no longer exist.
 *
 * @throws ProfileMissing if the owner has no profile
 */
export function recreditFile(file: StoredFile, bytes: FileBytes): Promise<ChangeResult> {
  const { userId, key, revision } = file;
  const newBytes = { ...bytes, originalChecksum: file.originalChecksum ?? file.checksum };

  return changeDepthBy(userId, async () => {
    const creditedBytes = (await keepsCredit(file, bytes)) ? bytes.size : 0;

    return {
      change: {
        userId,
        source: 'correction',
        sourceId: `${key}#${revision + 1}`,
        fileName: file.fileName,
        bytes: creditedBytes - creditedBytesOf(file),
        storedBytes: bytes.size - file.size,
        purchasedCm: 0,
      },
      furtherWrites: [
        buildFileUpdate(file, { ...newBytes, creditedBytes }),
        ...buildCopyChanges(file, checksumsOf(file), checksumsOf(newBytes)),
      ],
    };
  });
}

/** Deletes a file's record, and debits the bytes that it earned. Idempotent: the ledger accepts one removal per key. */
export function debitFile(file: StoredFile): Promise<ChangeResult> {
  const { userId, key, size } = file;

  return changeDepthBy(userId, async () => ({
    change: {
      userId,
      source: 'removal',
      sourceId: key,
      fileName: file.fileName,
      // A negation would give -0 for a copy.
      bytes: 0 - creditedBytesOf(file),
      storedBytes: -size,
      purchasedCm: 0,
    },
    furtherWrites: [buildFileDelete(file), ...buildCopyChanges(file, checksumsOf(file), [])],
  }));
}

/**
 * Returns whether a file keeps its credit after its bytes were replaced. The file must have a credit. Also, its owner
 * must have no other file with the new bytes that has a credit or was uploaded earlier.
 *
 * A copy of the same upload doesn't count as earlier. It may be cleaned first, and must not take the credit.
 */
async function keepsCredit(file: StoredFile, { checksum }: Pick<FileBytes, 'checksum'>): Promise<boolean> {
  if (creditedBytesOf(file) === 0) return false;
  if (checksum === file.checksum) return true;

  const uploadedChecksum = file.originalChecksum ?? file.checksum;
  const takesCredit = (copy: StoredFile) => {
    if (copy.key === file.key) return false;

    const hasCredit = creditedBytesOf(copy) > 0;
    const isCopyOfUpload = uploadedChecksum !== undefined && checksumsOf(copy).includes(uploadedChecksum);
    const isEarlierUpload = !isCopyOfUpload && copy.uploadedAt < file.uploadedAt;
    return hasCredit || isEarlierUpload;
  };

  return !(await someCopy(file.userId, checksum, takesCredit));
}

/** Returns the checksums of a file's current and uploaded bytes. Files of earlier versions may have none. */
function checksumsOf({ checksum, originalChecksum }: Pick<StoredFile, 'checksum' | 'originalChecksum'>) {
  return [...new Set([checksum, originalChecksum])].filter((value) => value !== undefined);
}

/** Builds the transaction items that delete and add a file's copy items, so that it has one for each new checksum. */
function buildCopyChanges(
  { userId, key }: Pick<StoredFile, 'userId' | 'key'>,
  oldChecksums: readonly string[],
  newChecksums: readonly string[],
): TransactItem[] {
  const removedChecksums = oldChecksums.filter((checksum) => !newChecksums.includes(checksum));
  const addedChecksums = newChecksums.filter((checksum) => !oldChecksums.includes(checksum));

  return [
    ...removedChecksums.map((checksum) => buildCopyDelete({ userId, key, checksum })),
    ...addedChecksums.map((checksum) => buildCopyPut({ userId, key, checksum })),
  ];
}

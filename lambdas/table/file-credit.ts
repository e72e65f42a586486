/*
 * What a file earns: its bytes count once per member and content. A copy of a content that the member already holds
 * earns nothing, and the credit belongs to the copy that earned it: deleting that copy debits it, even if others are
 * held. See docs/product.md#files.
 *
 * A file whose hidden metadata was removed holds two contents: its bytes, and those that were uploaded. Otherwise, the
 * same upload would earn again until it is cleaned, too.
 *
 * Every function changes the profile's version in the same transaction, so two copies that are recorded concurrently can't
 * both find no earlier one.
 */
import { allowedFor, checkStoredBytes } from './conduct.ts';
import { buildFileDelete, buildFilePut, buildFileUpdate, type StoredFile } from './file.ts';
import { buildCopyDelete, buildCopyPut, holdsCopy, someCopy } from './held-copy.ts';
import { type ChangeResult, changeDepthBy } from './ledger.ts';
import { storedBytesOf } from './profile.ts';
import type { TransactItem } from './transaction.ts';

/** A file that is not recorded. */
export type NewFile = Omit<StoredFile, 'depth' | 'revision' | 'creditedBytes' | 'originalChecksum'>;

/** The attributes of a file that its bytes determine. */
export type FileBytes = Required<Pick<StoredFile, 'size' | 'contentType' | 'etag' | 'checksum'>> &
  Pick<StoredFile, 'scan' | 'inspection'>;

/** Returns the bytes that count for a file's owner. Files of earlier versions count in full. */
export function creditedBytesOf({ creditedBytes, size }: Pick<StoredFile, 'creditedBytes' | 'size'>): number {
  return creditedBytes ?? size;
}

/**
 * Records a file and credits its owner, unless they hold its content already.
 *
 * @throws ProfileMissing if the owner has no profile
 * @throws LimitReached if the owner would store too much
 */
export function creditFile(file: NewFile & FileBytes): Promise<ChangeResult> {
  const { userId, key, size } = file;
  return changeDepthBy(userId, async (before) => {
    // The transaction checks the limit again, so files and pictures that arrive concurrently can't exceed it together.
    checkStoredBytes(before, storedBytesOf(before), size);
    const creditedBytes = (await holdsCopy(userId, file.checksum)) ? 0 : size;
    return {
      change: { userId, source: 'upload', sourceId: key, bytes: creditedBytes, storedBytes: size, purchasedCm: 0 },
      maxStoredBytes: allowedFor('storedBytes', before),
      alongside: [buildFilePut({ ...file, depth: before.depth, revision: 0, creditedBytes }), buildCopyPut(file)],
    };
  });
}

/**
 * Records that a file's bytes were replaced, and credits or debits the difference. A file without a credit never earns one.
 *
 * @throws ProfileMissing if the owner has no profile
 */
export function recreditFile(file: StoredFile, bytes: FileBytes): Promise<ChangeResult> {
  const { userId, key, revision } = file;
  const newFile = { ...bytes, originalChecksum: file.originalChecksum ?? file.checksum };

  return changeDepthBy(userId, async () => {
    const creditedBytes = (await keepsCredit(file, bytes)) ? bytes.size : 0;

    return {
      change: {
        userId,
        source: 'correction',
        sourceId: `${key}#${revision + 1}`,
        bytes: creditedBytes - creditedBytesOf(file),
        storedBytes: bytes.size - file.size,
        purchasedCm: 0,
      },
      alongside: [
        buildFileUpdate(file, { ...newFile, creditedBytes }),
        ...changeCopies(file, checksumsOf(file), checksumsOf(newFile)),
      ],
    };
  });
}

/** Deletes a file's record and debits the bytes that it earned. Idempotent. */
export function debitFile(file: StoredFile): Promise<ChangeResult> {
  const { userId, key, size } = file;

  return changeDepthBy(userId, async () => ({
    change: {
      userId,
      source: 'removal',
      sourceId: key,
      bytes: 0 - creditedBytesOf(file),
      storedBytes: -size,
      purchasedCm: 0,
    },
    alongside: [buildFileDelete(file), ...changeCopies(file, checksumsOf(file), [])],
  }));
}

/**
 * Returns whether a file still counts after its bytes were replaced: only if it did before, and its owner holds no other
 * copy of the new bytes that has the credit or was there first.
 *
 * Copies of what was uploaded may be cleaned before the file itself. They don't take its credit.
 */
async function keepsCredit(file: StoredFile, { checksum }: Pick<FileBytes, 'checksum'>): Promise<boolean> {
  if (creditedBytesOf(file) === 0) return false;
  if (checksum === file.checksum) return true;
  const uploadedChecksum = file.originalChecksum ?? file.checksum;
  return !(await someCopy(file.userId, checksum, (other) => {
    if (other.key === file.key) return false;
    const isCopy = uploadedChecksum !== undefined && checksumsOf(other).includes(uploadedChecksum);
    return creditedBytesOf(other) > 0 || (!isCopy && other.uploadedAt < file.uploadedAt);
  }));
}

/** Returns the checksums of the contents that a file holds. Files of earlier versions may have none. */
function checksumsOf({ checksum, originalChecksum }: Pick<StoredFile, 'checksum' | 'originalChecksum'>) {
  return [...new Set([checksum, originalChecksum])].filter((it) => it !== undefined);
}

/** Builds the transaction items that replace a file's copy items. */
function changeCopies(
  { userId, key }: Pick<StoredFile, 'userId' | 'key'>,
  before: readonly string[],
  after: readonly string[],
): TransactItem[] {
  const removedChecksums = before.filter((checksum) => !after.includes(checksum));
  const addedChecksums = after.filter((checksum) => !before.includes(checksum));
  return [
    ...removedChecksums.map((checksum) => buildCopyDelete({ userId, key, checksum })),
    ...addedChecksums.map((checksum) => buildCopyPut({ userId, key, checksum })),
  ];
}

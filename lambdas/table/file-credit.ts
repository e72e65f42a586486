/*
 * What a file earns: its bytes count once per member and content. A copy of a content that the member already holds
 * earns nothing, and the credit belongs to the copy that earned it: deleting that copy debits it, even if others are
 * held. See docs/product.md#files.
 *
 * Every function changes the profile's version in the same transaction, so two copies that are recorded at once can't
 * both find no earlier one.
 */
import { allowedFor, checkStoredBytes } from './conduct.ts';
import { deleteFile, putFile, replaceFile, type StoredFile } from './file.ts';
import { addCopy, holdsCopy, removeCopy } from './held-copy.ts';
import { changeDepthBy } from './ledger.ts';
import { storedBytesOf } from './profile.ts';
import type { TransactItem } from './transaction.ts';

/** The result of a change: see `changeDepth`. */
type Outcome = Awaited<ReturnType<typeof changeDepthBy>>;

/** A file that is not recorded. */
export type NewFile = Omit<StoredFile, 'depth' | 'revision' | 'creditedBytes'>;

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
export function creditFile(file: NewFile & FileBytes): Promise<Outcome> {
  const { userId, key, size } = file;
  return changeDepthBy(userId, async (before) => {
    // The transaction checks the limit again, so files and pictures that arrive concurrently can't exceed it together.
    checkStoredBytes(before, storedBytesOf(before), size);
    const creditedBytes = await creditFor(userId, file);
    return {
      change: { userId, source: 'upload', sourceId: key, bytes: creditedBytes, storedBytes: size, purchasedCm: 0 },
      maxStoredBytes: allowedFor('storedBytes', before),
      alongside: [putFile({ ...file, depth: before.depth, revision: 0, creditedBytes }), addCopy(file)],
    };
  });
}

/**
 * Records that a file's bytes were replaced, and credits or debits the difference.
 *
 * @throws ProfileMissing if the owner has no profile
 */
export function recreditFile(file: StoredFile, bytes: FileBytes): Promise<Outcome> {
  const { userId, key, revision } = file;
  return changeDepthBy(userId, async () => {
    const isSame = file.checksum === bytes.checksum;
    const creditedBytes = isSame ? creditedBytesOf(file) : await creditFor(userId, bytes);
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
        replaceFile(file, { ...bytes, creditedBytes }),
        ...(isSame ? [] : [...removeCopyOf(file), addCopy({ userId, key, checksum: bytes.checksum })]),
      ],
    };
  });
}

/** Deletes a file's record and debits the bytes that it earned. Idempotent. */
export function debitFile(file: StoredFile): Promise<Outcome> {
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
    alongside: [deleteFile(file), ...removeCopyOf(file)],
  }));
}

/** Returns the bytes that count if the member stores these: none if they hold a copy. */
async function creditFor(userId: string, { checksum, size }: Pick<FileBytes, 'checksum' | 'size'>): Promise<number> {
  return (await holdsCopy(userId, checksum)) ? 0 : size;
}

/** Builds the transaction item that removes a file's copy of its content. Files of earlier versions have none. */
function removeCopyOf({ userId, key, checksum }: StoredFile): TransactItem[] {
  return checksum === undefined ? [] : [removeCopy({ userId, key, checksum })];
}

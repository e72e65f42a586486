import { NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { fileStorageKey, hasNoName, parseStorageKey, type StorageKey } from '../storage/storage-key.ts';

/** One of the caller's uploads of a file: its storage key, and the parts of the key. */
export interface OwnUpload extends StorageKey {
  readonly key: string;
}

/**
 * Finds the caller's upload with the ID of a request. The file may not be stored yet.
 *
 * An ID says nothing about its owner, so the upload of another member looks like one of the caller's that isn't stored.
 * Only a storage key, which earlier versions returned as an ID, names its owner.
 *
 * @returns undefined if the ID is not valid
 * @throws NotYou if the ID names another member
 */
export function findOwnUpload({ userId }: Caller, fileId: string): OwnUpload | undefined {
  const ownKey = fileStorageKey(userId, fileId);
  const ownAddress = parseStorageKey(ownKey);
  if (ownAddress) return { ...ownAddress, key: ownKey };

  const address = parseStorageKey(fileId);
  if (address?.purpose !== 'file' || hasNoName(address)) return undefined;
  if (address.userId !== userId) throw new NotYou();
  return { ...address, key: fileId };
}

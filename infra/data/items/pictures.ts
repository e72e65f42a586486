/**
 * The check of the pictures in profiles and posts, and their facts: rows of short values without personal data, which
 * the invariants compare later. See facts.ts.
 */

import { formatStorageKey, parseStorageKey, type StorageKey } from '../../../lambdas/storage/storage-key.ts';
import { computeDigest } from './facts.ts';
import type { WrongValue } from './item-checks.ts';
import { getMaskedFolder } from './masked-key.ts';

/** Builds the facts about a picture: the folder in its storage key, and a digest of the whole key. */
export function buildPictureFacts(storageKey: string | undefined) {
  return storageKey === undefined
    ? { pictureFolder: null, picture: null }
    : { pictureFolder: getMaskedFolder(storageKey), picture: computeDigest(storageKey) };
}

/**
 * Returns a ULID without its time. The local cloud moves its demo posts to the present when it restores their snapshot,
 * which changes the times in their IDs, but not in the storage keys of their pictures.
 */
const randomPartOf = (ulid: string) => ulid.slice(10);

/**
 * Yields a wrong value if a picture's storage key differs from the expected parts: its purpose, its owner, and for a
 * post's picture the random part of the post's ID.
 */
export function* findWrongPictureKey(
  storageKey: string,
  expectedParts: Pick<StorageKey, 'purpose' | 'userId'> & Partial<Pick<StorageKey, 'ulid'>>,
): Generator<WrongValue> {
  const parsedKey = parseStorageKey(storageKey);
  const hasExpectedParts =
    parsedKey?.purpose === expectedParts.purpose &&
    parsedKey.userId === expectedParts.userId &&
    (expectedParts.ulid === undefined || randomPartOf(parsedKey.ulid) === randomPartOf(expectedParts.ulid));
  if (hasExpectedParts) return;

  const expected = formatStorageKey({ ulid: '{ulid}', ...expectedParts, fileName: '{fileName}' });
  yield { invariant: 'storage-key', expected, found: `a key of ${getMaskedFolder(storageKey)}` };
}

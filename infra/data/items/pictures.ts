import { formatStorageKey, parseStorageKey, type StorageKey } from '../../../lambdas/storage/storage-key.ts';
import { computeDigest } from './facts.ts';
import type { WrongValue } from './item-checks.ts';
import { folderOf } from './masked-key.ts';

/** Builds the facts of a profile's or post's picture. The digest covers the file name, which is not stored. */
export function buildPictureFacts(key: string | undefined) {
  return key === undefined
    ? { pictureFolder: null, picture: null }
    : { pictureFolder: folderOf(key), picture: computeDigest(key) };
}

/** Returns a ULID without its time. Restoring the demo shifts the times in post IDs, but not in keys of pictures. */
const randomPartOf = (ulid: string) => ulid.slice(10);

/**
 * Yields a wrong value if a picture's storage key is not its owner's, or has another purpose. The key of a post's
 * picture contains the post's ID.
 */
export function* findWrongPicture(
  key: string,
  expected: Pick<StorageKey, 'purpose' | 'userId'> & Partial<Pick<StorageKey, 'ulid'>>,
): Generator<WrongValue> {
  const address = parseStorageKey(key);
  const expectedKey = formatStorageKey({ ulid: '{ulid}', ...expected, fileName: '{fileName}' });
  const isExpected =
    address?.purpose === expected.purpose &&
    address.userId === expected.userId &&
    (expected.ulid === undefined || randomPartOf(address.ulid) === randomPartOf(expected.ulid));

  if (!isExpected) yield { invariant: 'storage-key', expected: expectedKey, found: `a key of ${folderOf(key)}` };
}

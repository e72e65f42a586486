import { decodeTime } from 'ulid';
import { inspectPicture } from '../storage/inspect-picture.ts';
import { deleteObject } from '../storage/object-store.ts';
import { formatStorageKey, parseStorageKey, publicUrlOf, type StorageKey } from '../storage/storage-key.ts';
import { getPosts } from '../table/post.ts';
import { getPeople, isDeleted } from '../table/profile.ts';

/** How long an uploaded picture may wait to be taken into use, in milliseconds: an hour. */
const GRACE_MS = 3_600_000;

/**
 * Deletes those of these pictures that no profile and no post shows: uploads that were given up, and pictures whose
 * replacement was interrupted.
 *
 * @returns how many were deleted
 */
export async function removeUnusedPictures(
  purpose: 'avatar' | 'post',
  keys: readonly string[],
  now = Date.now(),
): Promise<number> {
  const old = keys.flatMap((key) => {
    const address = parseStorageKey(key);
    return address && decodeTime(address.ulid) < now - GRACE_MS ? [{ key, address }] : [];
  });
  const addresses = old.map(({ address }) => address);
  const used = await (purpose === 'avatar' ? profilePictures(addresses) : postPictures(addresses));
  const unused = old.filter(({ key }) => !used.has(key));
  await Promise.all(unused.map(({ key }) => deleteObject(key)));
  return unused.length;
}

/**
 * Inspects a picture whose bytes have arrived, if it is shown already: a presigned URL can be used again while it lasts,
 * and what replaced the accepted bytes must be as acceptable. A picture that is not shown yet is inspected by whoever
 * takes it into use, who is told why it is refused.
 */
export async function inspectAgain(address: StorageKey): Promise<void> {
  const key = formatStorageKey(address);
  const shown = await (address.purpose === 'avatar' ? profilePictures([address]) : postPictures([address]));
  if (shown.has(key)) await inspectPicture(key);
}

/** The keys of the pictures that these members' profiles show, as far as they are among the pictures. */
async function profilePictures(addresses: readonly StorageKey[]): Promise<Set<string>> {
  const people = await getPeople(addresses.map(({ userId }) => userId));
  const shown = new Set([...people.values()].map((person) => (isDeleted(person) ? '' : person.profilePicture)));
  return new Set(addresses.map(formatStorageKey).filter((key) => shown.has(publicUrlOf(key))));
}

async function postPictures(addresses: readonly StorageKey[]): Promise<Set<string>> {
  const posts = await getPosts(addresses.map(({ ulid }) => ulid));
  return new Set([...posts.values()].flatMap(({ image }) => image?.key ?? []));
}

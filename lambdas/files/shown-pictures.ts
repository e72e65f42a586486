import { decodeTime } from 'ulid';
import { processRows } from '../platform/process-rows.ts';
import { inspectPicture } from '../storage/inspect-picture.ts';
import { deleteObject } from '../storage/object-store.ts';
import { formatStorageKey, parseStorageKey, pictureKeyOf, type StorageKey } from '../storage/storage-key.ts';
import { getPosts } from '../table/post.ts';
import { getMembers, isDeleted } from '../table/profile.ts';

/** How long an uploaded picture may stay unused, in milliseconds: one hour. */
const GRACE_MS = 3_600_000;

/**
 * Deletes the pictures among `keys` that no profile and no post shows: abandoned uploads, and pictures whose
 * publication or replacement was interrupted.
 *
 * @returns the number of deleted pictures, and of pictures that couldn't be deleted
 * @throws the first transient error
 */
export async function deleteUnusedPictures(
  purpose: 'photo' | 'avatar' | 'post',
  keys: readonly string[],
  now = Date.now(),
): Promise<{ removed: number; failed: number }> {
  const old = keys.flatMap((key) => {
    const address = parseStorageKey(key);
    return address && decodeTime(address.ulid) < now - GRACE_MS ? [{ key, address }] : [];
  });
  const addresses = old.map(({ address }) => address);
  const used = await FIND_SHOWN[purpose](addresses);
  const unused = old.filter(({ key }) => !used.has(key));
  const failed = await processRows(unused, ({ key }) => deleteObject(key), {
    job: 'delete-unused-pictures',
    describe: ({ address: { userId, ulid } }) => ({ owner: userId, ulid }),
  });
  return { removed: unused.length - failed, failed };
}

/**
 * Inspects the uploaded picture of a post if the post already shows it.
 *
 * A presigned URL can be used again until it expires, so an accepted picture can be replaced. Pictures that are not
 * shown yet are inspected by the request that uses them, which can report the error to the member.
 */
export async function inspectIfShown(address: StorageKey): Promise<void> {
  const key = formatStorageKey(address);
  if ((await postPictures([address])).has(key)) await inspectPicture(key);
}

/** How to find the shown pictures of each purpose. No profile shows a private upload. */
const FIND_SHOWN = { photo: async () => new Set<string>(), avatar: profilePictures, post: postPictures } as const;

/** Returns the keys among `addresses` that are the current profile pictures of their owners. */
async function profilePictures(addresses: readonly StorageKey[]): Promise<Set<string>> {
  const members = await getMembers(addresses.map(({ userId }) => userId));
  const shown = new Set([...members.values()].map((member) => (isDeleted(member) ? '' : pictureKeyOf(member))));
  return new Set(addresses.map(formatStorageKey).filter((key) => shown.has(key)));
}

async function postPictures(addresses: readonly StorageKey[]): Promise<Set<string>> {
  const posts = await getPosts(addresses.map(({ ulid }) => ulid));
  return new Set([...posts.values()].flatMap(({ image }) => image?.key ?? []));
}

import { HOUR_MS } from '../../shared/rules/durations.ts';
import { openAllForJob } from '../access/open-sealed.ts';
import { inspectPicture } from '../storage/inspect-picture.ts';
import { deleteObject, type ListedObject } from '../storage/object-store.ts';
import { signingTime } from '../storage/signing-time.ts';
import { formatStorageKey, parseStorageKey, pictureKeyOf, type StorageKey } from '../storage/storage-key.ts';
import { getPostsOrTombstones } from '../table/post.ts';
import { getMembers, isDeleted, type Profile } from '../table/profile.ts';
import { abandonReservation, findReserved } from '../table/upload-reservation.ts';
import type { PlannedDeletion } from './planned-deletions.ts';

/** Why this job opens items without a viewer. */
const REASON = 'deletes unused pictures';

/** Time for which an uploaded picture may stay unused, in milliseconds. */
const GRACE_MS = HOUR_MS;

type PicturePurpose = 'photo' | 'avatar' | 'post';

/** What the job concludes about a picture. A deletion needs evidence. */
type Verdict =
  /** A profile or a post shows the picture. */
  | 'shown'
  /** No profile or post shows the picture, and no evidence explains why. */
  | 'unexplained'
  | Pick<PlannedDeletion, 'reason' | 'remove'>;

/**
 * Plans the deletion of pictures that no profile and no post shows: abandoned uploads, and pictures whose publication
 * or replacement was interrupted. Each deletion needs evidence in the table, because a missing item proves nothing.
 *
 * @returns the deletions, and the keys of pictures without an explanation
 */
export async function planUnusedPictures(
  purpose: PicturePurpose,
  objects: readonly Pick<ListedObject, 'key' | 'storedAt'>[],
  now = Date.now(),
): Promise<{ deletions: PlannedDeletion[]; unexplained: string[] }> {
  const oldPictures = objects.flatMap(({ key, storedAt }) => {
    const address = parseStorageKey(key);
    return address && signingTime(address, storedAt) < now - GRACE_MS ? [address] : [];
  });

  const judge = await JUDGE_LOADERS[purpose](oldPictures);
  const deletions: PlannedDeletion[] = [];
  const unexplained: string[] = [];

  for (const address of oldPictures) {
    const key = formatStorageKey(address);
    const verdict = judge(address, key);
    if (verdict === 'unexplained') unexplained.push(key);
    else if (verdict !== 'shown') deletions.push({ key, ...verdict });
  }

  return { deletions, unexplained };
}

/**
 * Inspects the uploaded picture of a post if the post already shows it. Deletes it if the post is deleted.
 *
 * A presigned URL can be used again until it expires. So after the purge has deleted a post's picture, its author can
 * store it again. The tombstone outlives the URL. Pictures that are not shown yet are inspected by the request that uses
 * them, which can report the error to the member.
 */
export async function inspectIfShown(address: StorageKey): Promise<void> {
  const key = formatStorageKey(address);
  const posts = await openAllForJob(REASON, getPostsOrTombstones([address.ulid], { consistent: true }));
  const post = posts.get(address.ulid);

  if (post?.deletedAt) await deleteObject(key, 'post deleted');
  else if (post?.image?.key === key) await inspectPicture(key);
}

/** Reads the evidence about pictures of one purpose. Returns a function that judges each of these pictures. */
type LoadJudge = (addresses: readonly StorageKey[]) => Promise<(address: StorageKey, key: string) => Verdict>;

const JUDGE_LOADERS: Readonly<Record<PicturePurpose, LoadJudge>> = {
  // Accepting an upload copies and deletes it, so old uploads were never accepted.
  photo: async () => (_address, key) => planDeletion(key, 'abandoned'),

  avatar: async (addresses) => {
    const members = await openAllForJob(REASON, getMembers(addresses.map(({ userId }) => userId)));

    return ({ userId, ulid }, key) => {
      const member = members.get(userId);
      if (!member) return 'unexplained';
      if (isDeleted(member)) return planDeletion(key, 'account deleted');
      if (pictureKeyOf(member) === key) return 'shown';
      return ulid <= newestPictureUlid(member) ? planDeletion(key, 'replaced') : 'unexplained';
    };
  },

  post: async (addresses) => {
    const [posts, reservedUlids] = await Promise.all([
      openAllForJob(REASON, getPostsOrTombstones(addresses.map(({ ulid }) => ulid))),
      findReserved(addresses),
    ]);

    return (address, key) => {
      const post = posts.get(address.ulid);
      if (post?.deletedAt) return planDeletion(key, 'post deleted');
      if (post) return post.image?.key === key ? 'shown' : 'unexplained';
      if (!reservedUlids.has(address.ulid)) return 'unexplained';

      const remove = async () => {
        const isAbandoned = await abandonReservation(address);
        if (!isAbandoned) return false;

        // No post can use the picture without its reservation.
        await deleteObject(key, 'abandoned');
        return true;
      };

      return { reason: 'abandoned', remove };
    };
  },
};

/** Builds the verdict to delete a picture for this reason. */
function planDeletion(key: string, reason: 'account deleted' | 'post deleted' | 'replaced' | 'abandoned') {
  const remove = async () => {
    await deleteObject(key, reason);
    return true;
  };

  return { reason, remove };
}

/** Returns the ULID of the latest picture that the profile knows, or an empty string. */
function newestPictureUlid(profile: Profile): string {
  const shownUlid = parseStorageKey(pictureKeyOf(profile))?.ulid ?? '';
  const newestUlid = profile.newestPicture ?? '';
  return shownUlid > newestUlid ? shownUlid : newestUlid;
}

import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { users } from '../../shared/contract/users.ts';
import { UserNotFound } from '../access/errors.ts';
import { loadProfileForViewer, loadVisibleProfile } from '../access/profiles.ts';
import { checkSession, requireOtherMember } from '../access/session.ts';
import { loadViewer } from '../access/viewer.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { claim } from '../table/conduct.ts';
import { readCounter } from '../table/counters.ts';
import { follow, unfollow } from '../table/follow.ts';
import { profileKey } from '../table/keys.ts';

type FollowInput = Input<typeof users.follow>;
type FollowResponse = Response<typeof users.follow>;

/**
 * Makes the caller follow a member at or below their depth. Repeated calls change nothing.
 *
 * @throws InvalidInput if the member is the caller
 * @throws UserNotFound if the member doesn't exist
 * @throws DepthTooLow if the member is above the caller
 * @throws LimitReached if the caller has followed too many members today
 */
export async function followUser(caller: Caller, { userId }: FollowInput): Promise<FollowResponse> {
  await requireOtherMember(caller, userId, 'follow-yourself');

  const [follower, followersCountBefore] = await Promise.all([
    ensureProfile(caller),
    readCounter(profileKey(userId), 'followersCount'),
  ]);
  const { limitWrites, buildLimitReached } = claim(follower, { follows: 1 });

  // Whether another write of a profile came between, so that the counts that were read are outdated.
  let hadConflict = false;
  const onRetry = () => {
    hadConflict = true;
  };
  let outcome = await follow(follower, userId, limitWrites, onRetry);

  if (outcome === 'refused') {
    // The counts were read before this attempt, so they may be outdated.
    hadConflict = true;
    await loadVisibleProfile(follower, userId);
    // The member is visible now: the depth of one of the two changed after the first attempt.
    outcome = await follow(await ensureProfile(caller), userId, limitWrites);
  }

  if (outcome === 'refused') throw new UserNotFound();
  if (outcome === 'limited') throw await buildLimitReached();
  if (outcome === 'unchanged' || hadConflict || followersCountBefore === undefined) {
    return readFollowState(caller, userId, { following: true });
  }

  // Computes the counts instead of reading them again. They can miss a follow that was stored since they were read; the
  // stored counts are exact.
  return { following: true, followersCount: followersCountBefore + 1, followingCount: follower.followingCount + 1 };
}

/**
 * Makes the caller stop following a member. Repeated calls change nothing.
 *
 * @throws InvalidInput if the member is the caller
 * @throws UserNotFound if the member doesn't exist
 */
export async function unfollowUser(caller: Caller, { userId }: FollowInput): Promise<FollowResponse> {
  await requireOtherMember(caller, userId, 'follow-yourself');

  // A caller without a profile views from depth 0.
  const pendingFollower = checkSession(caller);
  const pendingViewer = pendingFollower.then((profile) => profile ?? { userId: caller.userId, depth: 0 });
  const [follower, followersCountBefore, { visible }] = await Promise.all([
    pendingFollower,
    readCounter(profileKey(userId), 'followersCount'),
    loadProfileForViewer(pendingViewer, userId),
  ]);

  let hadConflict = false;
  const onRetry = () => {
    hadConflict = true;
  };
  const outcome = await unfollow(caller.userId, userId, onRetry);

  if (outcome === 'refused') throw new UserNotFound();
  // A count of 0 was read before the follow was stored that is removed now.
  if (outcome === 'changed' && !hadConflict && follower?.followingCount && followersCountBefore) {
    const followersCount = visible ? followersCountBefore - 1 : null;
    return { following: false, followersCount, followingCount: follower.followingCount - 1 };
  }

  return readFollowState(caller, userId, { following: false });
}

/**
 * Reads the counts, because the request changed nothing or had a conflict. Omits the followers of a member above the
 * caller.
 */
async function readFollowState(
  caller: Caller,
  userId: string,
  { following }: Pick<FollowResponse, 'following'>,
): Promise<FollowResponse> {
  const [followingCount = 0, followersCount, { visible }] = await Promise.all([
    readCounter(profileKey(caller.userId), 'followingCount'),
    readCounter(profileKey(userId), 'followersCount'),
    loadProfileForViewer(loadViewer(caller), userId),
  ]);

  if (followersCount === undefined) throw new UserNotFound();
  return { following, followersCount: visible ? followersCount : null, followingCount };
}

import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { users } from '../../shared/contract/users.ts';
import { UserNotFound } from '../access/errors.ts';
import { visibleProfile } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { InvalidInput } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
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
 */
export async function followUser(caller: Caller, { userId }: FollowInput): Promise<FollowResponse> {
  if (userId === caller.userId) throw new InvalidInput("You can't follow yourself.");
  const follower = await ensureProfile(caller);
  if ((await follow(follower, userId)) === 'refused') {
    await visibleProfile(follower, userId);
    // The member is visible now: the depth of one of the two changed after the first attempt.
    if ((await follow(await ensureProfile(caller), userId)) === 'refused') throw new UserNotFound();
  }
  return followState(caller, userId, true);
}

/**
 * Makes the caller stop following a member. Repeated calls change nothing.
 *
 * @throws InvalidInput if the member is the caller
 * @throws UserNotFound if the member doesn't exist
 * @throws AccountDeleted if the caller has deleted their account
 */
export async function unfollowUser(caller: Caller, { userId }: FollowInput): Promise<FollowResponse> {
  if (userId === caller.userId) throw new InvalidInput("You can't follow yourself.");
  const outcome = await unfollow(caller.userId, userId);
  if (outcome !== 'changed') await loadViewer(caller);
  if (outcome === 'refused') throw new UserNotFound();
  return followState(caller, userId, false);
}

async function followState(caller: Caller, userId: string, following: boolean): Promise<FollowResponse> {
  const [followingCount = 0, followersCount] = await Promise.all([
    readCounter(profileKey(caller.userId), 'followingCount'),
    readCounter(profileKey(userId), 'followersCount'),
  ]);
  if (followersCount === undefined) throw new UserNotFound();
  return { following, followersCount, followingCount };
}

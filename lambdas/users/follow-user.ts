import type { Response } from '../../shared/contract/endpoint.ts';
import type { users } from '../../shared/contract/users.ts';
import { ensureProfile } from '../account/ensure-profile.ts';
import { viewerOf } from '../account/viewer.ts';
import { InvalidInput } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { follow, unfollow } from '../table/follow.ts';
import { getProfile } from '../table/profile.ts';
import { UserNotFound } from './errors.ts';
import { openProfile } from './open-profile.ts';

/**
 * Makes the caller follow a member at or below their depth (specification §5); asked again, it changes nothing.
 *
 * @throws InvalidInput when it is themselves
 * @throws UserNotFound when there is no such member
 * @throws DepthTooLow when the member is above them
 */
export async function followUser(caller: Caller, userId: string): Promise<Response<typeof users.follow>> {
  if (userId === caller.userId) throw new InvalidInput('userId: you cannot follow yourself.');
  const follower = await ensureProfile(caller);
  if ((await follow(follower, userId)) === 'refused') {
    await openProfile(follower, userId);
    // They have come within reach since, or the caller has moved: asking again tells.
    if ((await follow(await ensureProfile(caller), userId)) === 'refused') throw new UserNotFound();
  }
  return followState(caller, userId, true);
}

/**
 * Ends that the caller follows a member; asked again, it changes nothing.
 *
 * @throws InvalidInput when it is themselves
 * @throws UserNotFound when there is no such member
 * @throws AccountDeleted when the caller is none any more
 */
export async function unfollowUser(caller: Caller, userId: string): Promise<Response<typeof users.unfollow>> {
  if (userId === caller.userId) throw new InvalidInput('userId: you cannot follow yourself.');
  const outcome = await unfollow(caller.userId, userId);
  if (outcome !== 'changed') await viewerOf(caller);
  if (outcome === 'refused') throw new UserNotFound();
  return followState(caller, userId, false);
}

async function followState(caller: Caller, userId: string, following: boolean) {
  const [self, other] = await Promise.all([
    getProfile(caller.userId, { consistent: true }),
    getProfile(userId, { consistent: true }),
  ]);
  if (!other) throw new UserNotFound();
  return { following, followersCount: other.followersCount, followingCount: self?.followingCount ?? 0 };
}

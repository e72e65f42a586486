import type { Response } from '../../shared/contract/endpoint.ts';
import type { users } from '../../shared/contract/users.ts';
import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { followedAmong } from '../table/follow.ts';
import { metresMissing, profileOf } from './open-profile.ts';
import { presentUser } from './present-people.ts';
import { presentCard } from './user-cards.ts';

/**
 * A member's profile as the caller may see it: all of it, or who it is and how far above.
 *
 * @throws UserNotFound when there is no such member
 */
export async function viewProfile(caller: Caller, userId: string): Promise<Response<typeof users.profile>> {
  const [viewer, profile] = await Promise.all([viewerOf(caller), profileOf(userId)]);
  const difference = metresMissing(viewer, profile);
  if (difference > 0) return { profile: { ...presentCard(userId, profile), restricted: true, difference } };
  const followed = await followedAmong(viewer, [userId]);
  const user = presentUser(profile, followed.has(userId));
  return { profile: { ...user, restricted: false, createdAt: profile.createdAt } };
}

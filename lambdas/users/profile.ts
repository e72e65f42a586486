import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { users } from '../../shared/contract/users.ts';
import { profileForViewer } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import { presentCard } from '../members/user-card.ts';
import type { Caller } from '../platform/identity.ts';
import { findFollowed } from '../table/follow.ts';
import { presentUser } from './present-people.ts';

/**
 * Returns a member's profile, or the identity card and the missing metres if the member is above the caller.
 *
 * @throws UserNotFound if the member doesn't exist
 */
export async function viewProfile(
  caller: Caller,
  { userId }: Input<typeof users.profile>,
): Promise<Response<typeof users.profile>> {
  const viewer = loadViewer(caller);
  const { identity, visible, missingMetres } = await profileForViewer(viewer, userId);
  if (!visible) {
    return { profile: { ...presentCard(userId, identity), restricted: true, difference: missingMetres } };
  }
  const followed = await findFollowed(await viewer, [userId]);
  const user = presentUser(visible, followed.has(userId));
  return { profile: { ...user, restricted: false, createdAt: visible.createdAt } };
}

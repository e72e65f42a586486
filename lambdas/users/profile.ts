import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { users } from '../../shared/contract/users.ts';
import { loadProfileForViewer } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import { buildUserCard } from '../members/user-card.ts';
import type { Caller } from '../platform/identity.ts';
import { isFollowing } from '../table/follow.ts';
import { presentUser } from './present-people.ts';

/**
 * Returns a member's profile. If the member is above the caller, returns only the identity card, the missing metres,
 * and the follow state.
 *
 * @throws UserNotFound if the member doesn't exist
 */
export async function viewProfile(
  caller: Caller,
  { userId }: Input<typeof users.profile>,
): Promise<Response<typeof users.profile>> {
  // Strongly consistent, so that the response includes a follow that the caller has just made.
  const [{ identity, visible, missingMetres }, followedByViewer] = await Promise.all([
    loadProfileForViewer(loadViewer(caller), userId, { consistent: true }),
    isFollowing(caller.userId, userId),
  ]);

  if (!visible) {
    const card = { ...buildUserCard(userId, identity), followedByViewer };
    return { profile: { ...card, restricted: true, difference: missingMetres } };
  }

  const user = presentUser(visible, { followedByViewer });
  return { profile: { ...user, restricted: false, createdAt: visible.createdAt } };
}

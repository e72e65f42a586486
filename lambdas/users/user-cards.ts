import type { UserCard } from '../../shared/contract/users.ts';
import { toMetres } from '../../shared/depth/depth.ts';
import { getProfiles, type Profile } from '../table/profile.ts';

/** Shown where there is no such member (specification §3). */
export const UNKNOWN_USER = 'Unknown User';

/** Identity cards in the order of the ids; an unknown id gives "Unknown User" at depth 0. */
export async function userCards(userIds: readonly string[]): Promise<UserCard[]> {
  const profiles = await getProfiles(userIds);
  return userIds.map((id) => presentCard(id, profiles.get(id)));
}

function presentCard(id: string, profile: Profile | undefined): UserCard {
  return {
    id,
    username: profile?.username ?? UNKNOWN_USER,
    profilePicture: profile?.profilePicture ?? '',
    depth: profile ? toMetres(profile.depth) : 0,
  };
}

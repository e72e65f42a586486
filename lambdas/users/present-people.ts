import type { ListedUser, PersonCard } from '../../shared/contract/users.ts';
import { toMegabytes } from '../../shared/depth/depth.ts';
import { findIdentities, type Identity, visibleProfiles } from '../access/profiles.ts';
import type { CallingViewer } from '../access/viewer.ts';
import { presentCard } from '../members/user-card.ts';
import { followedAmong } from '../table/follow.ts';
import { isDeleted, type Profile } from '../table/profile.ts';
import type { Visible } from '../table/visible.ts';

/** Builds identity cards that say whether the viewer follows each member. Omits members who have left. */
export async function presentPeople(viewer: CallingViewer, userIds: readonly string[]): Promise<PersonCard[]> {
  const [people, followed] = await Promise.all([findIdentities(userIds), followedAmong(viewer, userIds)]);
  return presentPersonCards(userIds, people, followed);
}

/** Builds the same cards of people who have been read. */
export function presentPersonCards(
  userIds: readonly string[],
  people: ReadonlyMap<string, Identity>,
  followed: ReadonlySet<string>,
): PersonCard[] {
  return userIds.flatMap((id) => {
    const identity = people.get(id);
    if (!identity || isDeleted(identity)) return [];
    return { ...presentCard(id, identity), followedByViewer: followed.has(id) };
  });
}

/** Builds the response for members at or below the viewer. Omits all others. */
export async function presentVisibleUsers(viewer: CallingViewer, userIds: readonly string[]): Promise<ListedUser[]> {
  const [profiles, followed] = await Promise.all([visibleProfiles(viewer, userIds), followedAmong(viewer, userIds)]);
  return profiles.map((profile) => presentUser(profile, followed.has(profile.userId)));
}

/** Builds the response for one member at or below the viewer. */
export function presentUser(profile: Visible<Profile>, followedByViewer: boolean): ListedUser {
  return {
    ...presentCard(profile.userId, profile),
    followedByViewer,
    bio: profile.bio,
    contributedMB: toMegabytes(profile.contributedBytes),
    followersCount: profile.followersCount,
    followingCount: profile.followingCount,
  };
}

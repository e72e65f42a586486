import type { ListedUser, PersonCard } from '../../shared/contract/users.ts';
import { toMegabytes } from '../../shared/rules/depth.ts';
import { findIdentities, type Identity, loadVisibleProfiles } from '../access/profiles.ts';
import type { CallingViewer } from '../access/viewer.ts';
import { buildUserCard } from '../members/user-card.ts';
import { findFollowed } from '../table/follow.ts';
import { isDeleted, type Profile } from '../table/profile.ts';
import type { Visible } from '../table/visible.ts';

/** Loads members' identity cards with the viewer's follow state. Omits deleted accounts. */
export async function presentPersonCards(viewer: CallingViewer, userIds: readonly string[]): Promise<PersonCard[]> {
  const [identities, followedIds] = await Promise.all([findIdentities(userIds), findFollowed(viewer, userIds)]);
  return buildPersonCards(userIds, identities, followedIds);
}

/** Builds the cards of {@link presentPersonCards} from identities and follows that are already loaded. */
export function buildPersonCards(
  userIds: readonly string[],
  identities: ReadonlyMap<string, Identity>,
  followedIds: ReadonlySet<string>,
): PersonCard[] {
  return userIds.flatMap((id) => {
    const identity = identities.get(id);
    if (!identity || isDeleted(identity)) return [];
    return { ...buildUserCard(id, identity), followedByViewer: followedIds.has(id) };
  });
}

/** Loads members at or below the viewer, as lists show them. Omits all others. */
export async function presentVisibleUsers(viewer: CallingViewer, userIds: readonly string[]): Promise<ListedUser[]> {
  const [profiles, followedIds] = await Promise.all([
    loadVisibleProfiles(viewer, userIds),
    findFollowed(viewer, userIds),
  ]);

  return profiles.map((profile) => presentUser(profile, { followedByViewer: followedIds.has(profile.userId) }));
}

/** Builds what lists and profiles show of a member at or below the viewer. */
export function presentUser(
  profile: Visible<Profile>,
  { followedByViewer }: Pick<ListedUser, 'followedByViewer'>,
): ListedUser {
  return {
    ...buildUserCard(profile.userId, profile),
    followedByViewer,
    bio: profile.bio,
    contributedMB: toMegabytes(profile.contributedBytes),
    followersCount: profile.followersCount,
    followingCount: profile.followingCount,
  };
}

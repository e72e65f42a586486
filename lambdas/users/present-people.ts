import type { ListedUser, PersonCard } from '../../shared/contract/users.ts';
import { toMegabytes } from '../../shared/depth/depth.ts';
import type { CallingViewer } from '../account/viewer.ts';
import { followedAmong } from '../table/follow.ts';
import { getPeople, isDeleted, type Person, type Profile } from '../table/profile.ts';
import { presentCard } from './user-cards.ts';

/** People as cards that say whether the viewer follows them; who has left meanwhile is left out. */
export async function presentPeople(viewer: CallingViewer, userIds: readonly string[]): Promise<PersonCard[]> {
  return (await fetchPeople(viewer, userIds)).map(({ profile, followed }) => presentPerson(profile, followed));
}

/** The same, of people who have been read. */
export function presentFound(
  userIds: readonly string[],
  people: ReadonlyMap<string, Person>,
  followed: ReadonlySet<string>,
): PersonCard[] {
  return present(userIds, people, followed).map(({ profile, followed }) => presentPerson(profile, followed));
}

/** People as cards, with what only those see who are deep enough. */
export async function presentUsers(viewer: CallingViewer, userIds: readonly string[]): Promise<ListedUser[]> {
  return (await fetchPeople(viewer, userIds)).map(({ profile, followed }) => presentUser(profile, followed));
}

/** One member as a viewer sees them who is deep enough. */
export function presentUser(profile: Profile, followedByViewer: boolean): ListedUser {
  return {
    ...presentPerson(profile, followedByViewer),
    bio: profile.bio,
    contributedMB: toMegabytes(profile.contributedBytes),
    followersCount: profile.followersCount,
    followingCount: profile.followingCount,
  };
}

function presentPerson(profile: Profile, followedByViewer: boolean): PersonCard {
  return { ...presentCard(profile.userId, profile), followedByViewer };
}

async function fetchPeople(viewer: CallingViewer, userIds: readonly string[]) {
  const [people, followed] = await Promise.all([getPeople(userIds), followedAmong(viewer, userIds)]);
  return present(userIds, people, followed);
}

function present(userIds: readonly string[], people: ReadonlyMap<string, Person>, followed: ReadonlySet<string>) {
  return userIds.flatMap((id) => {
    const profile = people.get(id);
    return profile && !isDeleted(profile) ? [{ profile, followed: followed.has(id) }] : [];
  });
}

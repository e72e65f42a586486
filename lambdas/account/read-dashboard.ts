import type { account } from '../../shared/contract/account.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { DASHBOARD_LIST_SIZE } from '../../shared/depth/limits.ts';
import { highestFiles } from '../files/highest-files.ts';
import * as presentFiles from '../files/present-files.ts';
import type { Caller } from '../platform/identity.ts';
import { highestPosts } from '../posts/feed.ts';
import * as presentPosts from '../posts/present-posts.ts';
import { followedAmong } from '../table/follow.ts';
import { likedAmong } from '../table/like.ts';
import { getPeople, type Person, type Profile } from '../table/profile.ts';
import { nearbyIds } from '../users/nearby-users.ts';
import * as presentPeople from '../users/present-people.ts';
import { ensureProfile } from './ensure-profile.ts';
import { presentOwnProfile } from './own-profile.ts';

/**
 * All that the dashboard shows. Once the caller's depth is known, its three lists are read side by side; then everybody
 * on them, and all that the caller likes, each in one call. So the number of calls does not depend on how much there is,
 * and who is on several lists is read once.
 */
export async function readDashboard(caller: Caller): Promise<Response<typeof account.dashboard>> {
  const profile = await ensureProfile(caller);
  const [posts, files, near] = await Promise.all([
    highestPosts(profile, DASHBOARD_LIST_SIZE),
    highestFiles(profile, DASHBOARD_LIST_SIZE),
    nearbyIds(profile),
  ]);
  const [people, liked, followed] = await Promise.all([
    peopleBeside(profile, [...presentPosts.peopleOf(posts), ...files.map(({ userId }) => userId), ...near]),
    likedAmong(profile.userId, [...presentPosts.likeable(posts), ...presentFiles.likeable(files)]),
    followedAmong(profile, near),
  ]);
  return {
    profile: presentOwnProfile(profile),
    posts: await presentPosts.presentFound(posts, people, liked),
    files: await presentFiles.presentFound(files, people, liked),
    nearby: presentPeople.presentFound(near, people, followed),
  };
}

/** These members, and the caller, who has been read. */
async function peopleBeside(profile: Profile, userIds: readonly string[]): Promise<Map<string, Person>> {
  const people = await getPeople(userIds.filter((userId) => userId !== profile.userId));
  return people.set(profile.userId, profile);
}

import type { account } from '../../shared/contract/account.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { DASHBOARD_LIST_SIZE } from '../../shared/depth/limits.ts';
import { visiblePage } from '../access/visible-items.ts';
import { highestFiles } from '../files/list.ts';
import { presentFiles } from '../files/present-files.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { highestPosts } from '../posts/list.ts';
import { presentPosts } from '../posts/present-posts.ts';
import { followedAmong } from '../table/follow.ts';
import { nearbyIds } from '../users/nearby.ts';
import { presentPersonCards } from '../users/present-people.ts';
import { presentOwnProfile } from './own-profile.ts';

/**
 * Returns everything that the dashboard shows.
 *
 * Reads in four rounds, whatever the lists hold: the caller, three indexes, items, then all people and likes at once.
 */
export async function readDashboard(caller: Caller): Promise<Response<typeof account.dashboard>> {
  const profile = await ensureProfile(caller);
  const [posts, files, nearby] = await Promise.all([
    highestPosts(profile, DASHBOARD_LIST_SIZE),
    highestFiles(profile, DASHBOARD_LIST_SIZE),
    nearbyIds(profile),
  ]);
  const [page, followed] = await Promise.all([
    visiblePage(profile, { posts, files, members: nearby }),
    followedAmong(profile, nearby),
  ]);
  return {
    profile: presentOwnProfile(profile),
    posts: await presentPosts(page),
    files: await presentFiles(page),
    nearby: presentPersonCards(nearby, page.people, followed),
  };
}

import type { account } from '../../shared/contract/account.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { DASHBOARD_LIST_SIZE } from '../../shared/rules/limits.ts';
import { loadVisiblePage } from '../access/visible-page.ts';
import { readHighestFiles } from '../files/list.ts';
import { presentFiles } from '../files/present-files.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { readHighestPosts } from '../posts/list.ts';
import { presentPosts } from '../posts/present-posts.ts';
import { loadRenditionSigningKey } from '../storage/rendition-urls.ts';
import { findFollowed } from '../table/follow.ts';
import { readNearbyIds } from '../users/nearby.ts';
import { buildPersonCards } from '../users/present-people.ts';
import { presentOwnProfile } from './own-profile.ts';

/**
 * Returns the data of the dashboard.
 *
 * Reads in four rounds, whatever the lists contain:
 * 1. the caller's profile
 * 2. the rows of three indexes: posts, files, and nearby members
 * 3. the items of these rows, and which nearby members the caller follows
 * 4. the remaining identities, and the caller's likes
 */
export async function readDashboard(caller: Caller): Promise<Response<typeof account.dashboard>> {
  // Loads the key concurrently with the reads. `presentFiles` and `presentPosts` wait for it.
  void loadRenditionSigningKey();
  const profile = await ensureProfile(caller);

  const [postRows, fileRows, nearbyIds] = await Promise.all([
    readHighestPosts(profile, DASHBOARD_LIST_SIZE),
    readHighestFiles(profile, DASHBOARD_LIST_SIZE),
    readNearbyIds(profile),
  ]);
  const [page, followedIds] = await Promise.all([
    loadVisiblePage(profile, { posts: postRows, files: fileRows, members: nearbyIds }),
    findFollowed(profile, nearbyIds),
  ]);

  return {
    profile: presentOwnProfile(profile),
    posts: await presentPosts(page),
    files: await presentFiles(page),
    nearby: buildPersonCards(nearbyIds, page.identities, followedIds),
  };
}

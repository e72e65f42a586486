import type { account } from '../../shared/contract/account.ts';
import type { Response } from '../../shared/contract/endpoint.ts';
import { DASHBOARD_LIST_SIZE } from '../../shared/depth/limits.ts';
import { listHighestFiles } from '../files/list-highest-files.ts';
import type { Caller } from '../platform/identity.ts';
import { listPosts } from '../posts/list-posts.ts';
import { nearbyUsers } from '../users/nearby-users.ts';
import { ensureProfile } from './ensure-profile.ts';
import { presentOwnProfile } from './own-profile.ts';

/**
 * All that the dashboard shows. Once the caller's depth is known, its three lists are read side by side, each in a
 * number of calls that does not depend on how much it holds.
 */
export async function readDashboard(caller: Caller): Promise<Response<typeof account.dashboard>> {
  const profile = await ensureProfile(caller);
  const [{ posts }, files, nearby] = await Promise.all([
    listPosts(profile, { limit: DASHBOARD_LIST_SIZE }),
    listHighestFiles(profile, DASHBOARD_LIST_SIZE),
    nearbyUsers(profile),
  ]);
  return { profile: presentOwnProfile(profile), posts, files, nearby };
}

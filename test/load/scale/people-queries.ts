/** Queries for members and posts. They call the endpoints' functions, without gateway, wrapper, and network. */
import { readDashboard } from '../../../lambdas/account/dashboard.ts';
import { listPosts } from '../../../lambdas/posts/list.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { listUsers } from '../../../lambdas/users/list.ts';
import { listNearby } from '../../../lambdas/users/nearby.ts';
import { users } from '../../../shared/contract/users.ts';
import { POSTS_PAGE_SIZE } from '../../../shared/rules/limits.ts';
import { toCaller } from '../caller.ts';
import { buildViewer } from './file-queries.ts';
import type { QueryCase } from './measure.ts';
import { RARE_WORD, UNKNOWN_WORD } from './population.ts';

/** Depths of the viewers, in metres. */
const VIEWER_METRES = [0, 5, 150, 10_000] as const;

/** Number of members that each viewer follows. */
const FOLLOWED_COUNT = 30;

/** The viewers who request the lists. */
export const VIEWERS: readonly Profile[] = VIEWER_METRES.map((metres, number) => ({
  ...buildViewer(metres, number),
  followingCount: FOLLOWED_COUNT,
}));

/** Queries of Find Users, and of nearby members. */
export const MEMBER_QUERY_CASES: readonly QueryCase[] = [
  buildUsersQuery('by depth', { sort: 'depth' }),
  buildUsersQuery('by name', { sort: 'username' }),
  buildUsersQuery('by contributions', { sort: 'contributions' }),
  { ...buildUsersQuery('by name, tenth page', { sort: 'username' }), skippedPages: 9 },
  buildUsersQuery('search, rare', { q: RARE_WORD }),
  buildUsersQuery('search, no match', { q: UNKNOWN_WORD }),
  {
    label: 'nearby',
    run: async (viewer) => {
      const { users } = await listNearby(toCaller(viewer.userId));
      return { rows: users.length, cursor: null };
    },
  },
];

/** Queries of the feed and the dashboard. */
export const POST_QUERY_CASES: readonly QueryCase[] = [
  { label: 'feed', run: requestFeed },
  { label: 'feed, tenth page', run: requestFeed, skippedPages: 9 },
  {
    label: 'dashboard',
    run: async (viewer) => {
      const { posts, files, nearby } = await readDashboard(toCaller(viewer.userId));
      return { rows: posts.length + files.length + nearby.length, cursor: null };
    },
  },
];

/** Builds a query of Find Users. */
function buildUsersQuery(label: string, query: Readonly<Record<string, string>>): QueryCase {
  return {
    label: `users ${label}`,
    run: async (viewer, cursor) => {
      const request = users.list.query.parse({ ...query, ...(cursor && { cursor }) });
      const page = await listUsers(toCaller(viewer.userId), request);
      return { rows: page.users.length, cursor: page.cursor };
    },
  };
}

/** Requests a page of the feed. */
async function requestFeed(viewer: Profile, cursor: string | null) {
  const page = await listPosts(toCaller(viewer.userId), { limit: POSTS_PAGE_SIZE, cursor: cursor ?? undefined });
  return { rows: page.posts.length, cursor: page.cursor };
}

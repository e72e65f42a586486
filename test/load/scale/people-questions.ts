import { readDashboard } from '../../../lambdas/account/dashboard.ts';
import { listPosts } from '../../../lambdas/posts/list.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { listUsers } from '../../../lambdas/users/list.ts';
import { listNearby } from '../../../lambdas/users/nearby.ts';
import { users } from '../../../shared/contract/users.ts';
import { POSTS_PAGE_SIZE } from '../../../shared/depth/limits.ts';
import type { Question } from './measure.ts';
import { RARE_WORD, UNKNOWN_WORD } from './population.ts';
import { viewerAt } from './questions.ts';

/** What is asked of members and posts: as the endpoints ask it, without the gateway, the wrapper, or any network. */

/** Where the viewers are, in metres. */
const VIEWER_METRES = [0, 5, 150, 10_000] as const;
/** How many members each of them follows. */
const FOLLOWED = 30;

export const VIEWERS: readonly Profile[] = VIEWER_METRES.map((metres, number) => ({
  ...viewerAt(metres, number),
  followingCount: FOLLOWED,
}));

/** Find Users, and those near. */
export const QUESTIONS_OF_MEMBERS: readonly Question[] = [
  findUsers('by depth', { sort: 'depth' }),
  findUsers('by name', { sort: 'username' }),
  findUsers('by contributions', { sort: 'contributions' }),
  { ...findUsers('by name, tenth page', { sort: 'username' }), pagesBefore: 9 },
  findUsers('search, rare', { q: RARE_WORD }),
  findUsers('search, in vain', { q: UNKNOWN_WORD }),
  {
    label: 'near',
    ask: async (viewer) => {
      const near = await listNearby(viewer);
      return { rows: near.users.length, cursor: null };
    },
  },
];

/** The feed, and the dashboard. */
export const QUESTIONS_OF_POSTS: readonly Question[] = [
  { label: 'feed', ask: askFeed },
  { label: 'feed, tenth page', ask: askFeed, pagesBefore: 9 },
  {
    label: 'dashboard',
    ask: async (viewer) => {
      const { posts, files, nearby } = await readDashboard(viewer);
      return { rows: posts.length + files.length + nearby.length, cursor: null };
    },
  },
];

function findUsers(label: string, query: Readonly<Record<string, string>>): Question {
  return {
    label: `users ${label}`,
    ask: async (viewer, cursor) => {
      const page = await listUsers(viewer, users.list.query.parse({ ...query, ...(cursor && { cursor }) }));
      return { rows: page.users.length, cursor: page.cursor };
    },
  };
}

async function askFeed(viewer: Profile, cursor: string | null) {
  const page = await listPosts(viewer, { limit: POSTS_PAGE_SIZE, cursor: cursor ?? undefined });
  return { rows: page.posts.length, cursor: page.cursor };
}

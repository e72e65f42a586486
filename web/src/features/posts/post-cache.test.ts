/** Tests of changes to cached posts. Each list that shows a post must change, without requesting it again. */
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Post } from '../../../../shared/contract/posts.ts';
import {
  collectDistinctPosts,
  FOUND_POSTS,
  insertPost,
  MEMBER_POSTS,
  POSTS,
  removePost,
  updatePost,
} from './post-cache.ts';

const CREATED_AT = '2026-01-05T10:00:00.000Z';

/** Builds a post with the fields that the tests read. */
const buildPost = (id: string, userId = 'me') =>
  ({ id, userId, likeCount: 0, userDepth: 5, createdAt: CREATED_AT }) as Post;

/** The cached lists of posts. */
interface CachedPosts {
  readonly dashboard: Post[];
  /** The pages of the feed. */
  readonly feed: Post[][];
  /** The pages of the viewer's own list. Empty by default. */
  readonly ownPosts?: Post[][];
  /** The pages of another member's list. Empty by default. */
  readonly otherPosts?: Post[][];
}

const DASHBOARD = ['dashboard', POSTS];
const FEED = [POSTS, 'feed'];
const OWN_POSTS = [POSTS, MEMBER_POSTS, 'me'];
const OTHER_POSTS = [POSTS, MEMBER_POSTS, 'other'];

/** Builds the cached pages of a list. All pages are loaded by default. */
const buildPagedList = (pages: Post[][], lastCursor: string | null = null) => ({
  pages: pages.map((posts, index) => ({ posts, cursor: index < pages.length - 1 ? `page ${index}` : lastCursor })),
  pageParams: [],
});

/** Creates a client that has cached these lists. */
function createClient({ dashboard, feed, ownPosts = [], otherPosts = [] }: CachedPosts) {
  const client = new QueryClient();
  client.setQueryData(DASHBOARD, { posts: dashboard, nearby: [] });
  client.setQueryData(FEED, buildPagedList(feed));
  client.setQueryData(OWN_POSTS, buildPagedList(ownPosts));
  client.setQueryData(OTHER_POSTS, buildPagedList(otherPosts));

  /** Returns the posts on each page of a list. */
  const readPages = (key: string[]) =>
    (client.getQueryData(key) as { pages: { posts: Post[] }[] }).pages.map(({ posts }) => posts);
  /** Returns the IDs on each page of a list. */
  const readPageIds = (key: string[]) => readPages(key).map((posts) => posts.map(({ id }) => id));
  const isInvalidated = (key: string[]) => client.getQueryState(key)?.isInvalidated;

  return { client, readPages, readPageIds, isInvalidated };
}

/** Creates a client in which the dashboard, the feed, and the viewer's own list contain post "a". */
const createClientWithPost = () =>
  createClient({
    dashboard: [buildPost('a')],
    feed: [[buildPost('b')], [buildPost('a')]],
    ownPosts: [[buildPost('a')]],
  });

describe('updatePost', () => {
  it('updates a post in every cached list', () => {
    const { client, readPages } = createClientWithPost();
    const likedPost = { ...buildPost('a'), likeCount: 1 };

    updatePost(client, 'a', (cachedPost) => ({ ...cachedPost, likeCount: 1 }));

    expect(client.getQueryData(DASHBOARD)).toEqual({ posts: [likedPost], nearby: [] });
    expect(readPages(FEED)).toEqual([[buildPost('b')], [likedPost]]);
    expect(readPages(OWN_POSTS)).toEqual([[likedPost]]);
  });

  it('does not refetch the dashboard', () => {
    const { client, isInvalidated } = createClientWithPost();
    updatePost(client, 'a', (cachedPost) => cachedPost);
    expect(isInvalidated(DASHBOARD)).toBe(false);
  });
});

describe('removePost', () => {
  it('removes a post from every cached list', () => {
    const { client, readPageIds } = createClientWithPost();
    removePost(client, 'a');

    expect(client.getQueryData(DASHBOARD)).toEqual({ posts: [], nearby: [] });
    expect(readPageIds(FEED)).toEqual([['b'], []]);
    expect(readPageIds(OWN_POSTS)).toEqual([[]]);
  });

  it('refetches the dashboard, because another post may move up', () => {
    const { client, isInvalidated } = createClientWithPost();
    removePost(client, 'a');
    expect(isInvalidated(DASHBOARD)).toBe(true);
  });

  it('does not refetch paged lists, which have a button to load more', () => {
    const { client, isInvalidated } = createClientWithPost();
    removePost(client, 'a');
    expect(isInvalidated(FEED)).toBe(false);
  });
});

describe('insertPost', () => {
  it("adds a new post to every list that shows its author's posts", () => {
    const otherPosts = ['a', 'b', 'c', 'd', 'e'].map((id) => buildPost(id, 'other'));
    const { client, readPageIds } = createClient({
      dashboard: otherPosts,
      feed: [otherPosts, [buildPost('f')]],
      ownPosts: [[]],
      otherPosts: [otherPosts],
    });

    insertPost(client, buildPost('new'));

    // The dashboard shows at most five posts, so the last one disappears.
    const dashboard = client.getQueryData<{ posts: Post[] }>(DASHBOARD);
    expect(dashboard?.posts.map(({ id }) => id)).toEqual(['new', 'a', 'b', 'c', 'd']);
    expect(readPageIds(FEED)).toEqual([['new', 'a', 'b', 'c', 'd', 'e'], ['f']]);
    expect(readPageIds(OWN_POSTS)).toEqual([['new']]);
    expect(readPageIds(OTHER_POSTS)).toEqual([['a', 'b', 'c', 'd', 'e']]);
  });

  it("adds a post at a chosen depth behind higher posts, but first to its author's own list", () => {
    const { client, readPageIds } = createClient({
      dashboard: ['a', 'b', 'c', 'd', 'e'].map((id) => buildPost(id)),
      feed: [[buildPost('a')], [buildPost('b'), { ...buildPost('low'), userDepth: 1 }]],
      ownPosts: [[buildPost('a')]],
    });

    insertPost(client, { ...buildPost('new'), userDepth: 3 });

    const dashboard = client.getQueryData<{ posts: Post[] }>(DASHBOARD);
    expect(dashboard?.posts.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(readPageIds(FEED)).toEqual([['a'], ['b', 'new', 'low']]);
    expect(readPageIds(OWN_POSTS)).toEqual([['new', 'a']]);
  });

  it('adds a post to exactly its place in the order of the feed, or not at all if that page is not loaded', () => {
    // Few depths and times, so that posts often have the same.
    const anyOldPost = fc.record({ userDepth: fc.nat(3), createdAt: fc.nat(3).map((day) => `2026-01-0${day + 1}`) });
    const compare = (a: Post, b: Post) => b.userDepth - a.userDepth || b.createdAt.localeCompare(a.createdAt);

    fc.assert(
      fc.property(
        fc.array(anyOldPost),
        fc.nat(3),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        (oldPosts, userDepth, pageSize, isComplete) => {
          const posts = oldPosts.map((changes, index) => ({ ...buildPost(`${index}`), ...changes })).sort(compare);
          const newPost = { ...buildPost('new'), userDepth, createdAt: '2026-01-09' };
          const pages: Post[][] = [[]];
          for (const post of posts) {
            if (pages.at(-1)!.length === pageSize) pages.push([]);
            pages.at(-1)!.push(post);
          }
          const { client, readPages } = createClient({ dashboard: [], feed: [] });
          client.setQueryData(FEED, buildPagedList(pages, isComplete ? null : 'next'));

          insertPost(client, newPost);

          const sortedPosts = [...posts, newPost].sort(compare);
          const isLoaded = isComplete || sortedPosts.at(-1) !== newPost;
          expect(readPages(FEED).flat()).toEqual(isLoaded ? sortedPosts : posts);
        },
      ),
    );
  });

  it('leaves the results of a search as they are, and marks them as outdated', () => {
    const { client, readPageIds } = createClient({ dashboard: [], feed: [] });
    const results = [POSTS, FOUND_POSTS, 'reef'];
    client.setQueryData(results, buildPagedList([[buildPost('a')]]));

    insertPost(client, buildPost('new'));

    expect(readPageIds(results)).toEqual([['a']]);
    expect(client.getQueryState(results)?.isInvalidated).toBe(true);
  });
});

describe('collectDistinctPosts', () => {
  it('returns a post once if two pages contain it', () => {
    const firstPage = { posts: [buildPost('a'), buildPost('b')] };
    const secondPage = { posts: [buildPost('b'), buildPost('c')] };

    expect(collectDistinctPosts([firstPage, secondPage])).toEqual([buildPost('a'), buildPost('b'), buildPost('c')]);
  });
});

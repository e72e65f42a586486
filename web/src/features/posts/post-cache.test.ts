import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Post } from '../../../../shared/contract/posts.ts';
import { distinctPosts, insertPost, MEMBER_POSTS, POSTS, removePost, updatePost } from './post-cache.ts';

/** Builds a post with the fields that the tests read. */
const buildPost = (id: string, userId = 'me') => ({ id, userId, likeCount: 0 }) as Post;

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

/** Creates a client that has cached these lists. */
function createClient({ dashboard, feed, ownPosts = [], otherPosts = [] }: CachedPosts) {
  const client = new QueryClient();
  const buildPages = (lists: Post[][]) => ({ pages: lists.map((posts) => ({ posts, cursor: null })), pageParams: [] });

  client.setQueryData(['dashboard', POSTS], { posts: dashboard, nearby: [] });
  client.setQueryData([POSTS, 'feed'], buildPages(feed));
  client.setQueryData([POSTS, MEMBER_POSTS, 'me'], buildPages(ownPosts));
  client.setQueryData([POSTS, MEMBER_POSTS, 'other'], buildPages(otherPosts));

  /** Returns the IDs on each page of a list. */
  const idsIn = (...key: string[]) =>
    (client.getQueryData(key) as { pages: { posts: Post[] }[] }).pages.map(({ posts }) => posts.map(({ id }) => id));

  return { client, idsIn };
}

describe('post cache', () => {
  it('updates and removes a post in every cached list', () => {
    const { client, idsIn } = createClient({
      dashboard: [buildPost('a')],
      feed: [[buildPost('b')], [buildPost('a')]],
      ownPosts: [[buildPost('a')]],
    });

    updatePost(client, 'a', (cachedPost) => ({ ...cachedPost, likeCount: 1 }));

    expect(client.getQueryData(['dashboard', POSTS])).toEqual({
      posts: [{ ...buildPost('a'), likeCount: 1 }],
      nearby: [],
    });
    expect(client.getQueryData([POSTS, 'feed'])).toMatchObject({
      pages: [{ posts: [{ id: 'b', likeCount: 0 }] }, { posts: [{ id: 'a', likeCount: 1 }] }],
    });

    removePost(client, 'a');
    expect(client.getQueryData(['dashboard', POSTS])).toEqual({ posts: [], nearby: [] });
    expect(idsIn(POSTS, 'feed')).toEqual([['b'], []]);
    expect(idsIn(POSTS, MEMBER_POSTS, 'me')).toEqual([[]]);
  });

  it('refetches the dashboard after a post is removed, because another post may move up', () => {
    const { client } = createClient({
      dashboard: [buildPost('a')],
      feed: [[buildPost('a')]],
      ownPosts: [[buildPost('a')]],
    });

    updatePost(client, 'a', (cachedPost) => cachedPost);
    expect(client.getQueryState(['dashboard', POSTS])?.isInvalidated).toBe(false);

    removePost(client, 'a');
    expect(client.getQueryState(['dashboard', POSTS])?.isInvalidated).toBe(true);
    // Paged lists are not refetched: they have a button to load more.
    expect(client.getQueryState([POSTS, 'feed'])?.isInvalidated).toBe(false);
  });

  it("adds a new post to every list that shows its author's posts", () => {
    const fivePosts = ['a', 'b', 'c', 'd', 'e'].map((id) => buildPost(id, 'other'));
    const { client, idsIn } = createClient({
      dashboard: fivePosts,
      feed: [fivePosts, [buildPost('f')]],
      ownPosts: [[]],
      otherPosts: [fivePosts],
    });

    insertPost(client, buildPost('new'));

    // The dashboard shows five posts.
    const dashboard = client.getQueryData<{ posts: Post[] }>(['dashboard', POSTS]);
    expect(dashboard?.posts.map(({ id }) => id)).toEqual(['new', 'a', 'b', 'c', 'd']);
    expect(idsIn(POSTS, 'feed')).toEqual([['new', 'a', 'b', 'c', 'd', 'e'], ['f']]);
    expect(idsIn(POSTS, MEMBER_POSTS, 'me')).toEqual([['new']]);
    expect(idsIn(POSTS, MEMBER_POSTS, 'other')).toEqual([['a', 'b', 'c', 'd', 'e']]);
  });

  it('returns a post once if two pages contain it', () => {
    const firstPage = { posts: [buildPost('a'), buildPost('b')] };
    const secondPage = { posts: [buildPost('b'), buildPost('c')] };

    expect(distinctPosts([firstPage, secondPage])).toEqual([buildPost('a'), buildPost('b'), buildPost('c')]);
  });
});

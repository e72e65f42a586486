import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Post } from '../../../../shared/contract/posts.ts';
import { distinctPosts, insertPost, MEMBER_POSTS, POSTS, removePost, updatePost } from './post-cache.ts';

const post = (id: string, userId = 'me') => ({ id, userId, likeCount: 0 }) as Post;

function createClient(dashboard: Post[], feed: Post[][], ownPosts: Post[][], otherPosts: Post[][]) {
  const client = new QueryClient();
  const pages = (lists: Post[][]) => ({ pages: lists.map((posts) => ({ posts, cursor: null })), pageParams: [] });
  client.setQueryData(['dashboard', POSTS], { posts: dashboard, nearby: [] });
  client.setQueryData([POSTS, 'feed'], pages(feed));
  client.setQueryData([POSTS, MEMBER_POSTS, 'me'], pages(ownPosts));
  client.setQueryData([POSTS, MEMBER_POSTS, 'other'], pages(otherPosts));
  const idsIn = (...key: string[]) =>
    (client.getQueryData(key) as { pages: { posts: Post[] }[] }).pages.map(({ posts }) => posts.map(({ id }) => id));
  return { client, idsIn };
}

describe('post cache', () => {
  it('updates and removes a post in every cached list', () => {
    const { client, idsIn } = createClient([post('a')], [[post('b')], [post('a')]], [[post('a')]], []);
    updatePost(client, 'a', (before) => ({ ...before, likeCount: 1 }));

    expect(client.getQueryData(['dashboard', POSTS])).toEqual({ posts: [{ ...post('a'), likeCount: 1 }], nearby: [] });
    expect(client.getQueryData([POSTS, 'feed'])).toMatchObject({
      pages: [{ posts: [{ id: 'b', likeCount: 0 }] }, { posts: [{ id: 'a', likeCount: 1 }] }],
    });

    removePost(client, 'a');
    expect(client.getQueryData(['dashboard', POSTS])).toEqual({ posts: [], nearby: [] });
    expect(idsIn(POSTS, 'feed')).toEqual([['b'], []]);
    expect(idsIn(POSTS, MEMBER_POSTS, 'me')).toEqual([[]]);
  });

  it('refetches the dashboard after removing a post, because another may move up', () => {
    const { client } = createClient([post('a')], [[post('a')]], [[post('a')]], []);
    updatePost(client, 'a', (before) => before);
    expect(client.getQueryState(['dashboard', POSTS])?.isInvalidated).toBe(false);

    removePost(client, 'a');
    expect(client.getQueryState(['dashboard', POSTS])?.isInvalidated).toBe(true);
    // Paged lists are not refetched: they have a button to load more.
    expect(client.getQueryState([POSTS, 'feed'])?.isInvalidated).toBe(false);
  });

  it("adds a new post to the feed, the author's own list, and the dashboard, which keeps five", () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((id) => post(id, 'other'));
    const { client, idsIn } = createClient(five, [five, [post('f')]], [[]], [five]);
    insertPost(client, post('new'));

    expect(client.getQueryData<{ posts: Post[] }>(['dashboard', POSTS])?.posts.map(({ id }) => id)).toEqual([
      'new',
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(idsIn(POSTS, 'feed')).toEqual([['new', 'a', 'b', 'c', 'd', 'e'], ['f']]);
    expect(idsIn(POSTS, MEMBER_POSTS, 'me')).toEqual([['new']]);
    expect(idsIn(POSTS, MEMBER_POSTS, 'other')).toEqual([['a', 'b', 'c', 'd', 'e']]);
  });

  it('returns a post once if two pages contain it', () => {
    expect(distinctPosts([{ posts: [post('a'), post('b')] }, { posts: [post('b'), post('c')] }])).toEqual([
      post('a'),
      post('b'),
      post('c'),
    ]);
  });
});

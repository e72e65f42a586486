import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Post } from '../../../../shared/contract/posts.ts';
import { addPost, changePost, distinctPosts, OF_MEMBER, POSTS, removePost } from './post-cache.ts';

const post = (id: string, userId = 'me') => ({ id, userId, likeCount: 0 }) as Post;

function clientWith(dashboard: Post[], feed: Post[][], mine: Post[][], others: Post[][]) {
  const client = new QueryClient();
  const pages = (lists: Post[][]) => ({ pages: lists.map((posts) => ({ posts, cursor: null })), pageParams: [] });
  client.setQueryData(['dashboard', POSTS], { posts: dashboard, nearby: [] });
  client.setQueryData([POSTS, 'feed'], pages(feed));
  client.setQueryData([POSTS, OF_MEMBER, 'me'], pages(mine));
  client.setQueryData([POSTS, OF_MEMBER, 'other'], pages(others));
  const idsIn = (...key: string[]) =>
    (client.getQueryData(key) as { pages: { posts: Post[] }[] }).pages.map(({ posts }) => posts.map(({ id }) => id));
  return { client, idsIn };
}

it('changes a post wherever it is shown, and takes it out everywhere', () => {
  const { client, idsIn } = clientWith([post('a')], [[post('b')], [post('a')]], [[post('a')]], []);
  changePost(client, 'a', (before) => ({ ...before, likeCount: 1 }));
  expect(client.getQueryData(['dashboard', POSTS])).toEqual({ posts: [{ ...post('a'), likeCount: 1 }], nearby: [] });
  expect(client.getQueryData([POSTS, 'feed'])).toMatchObject({
    pages: [{ posts: [{ id: 'b', likeCount: 0 }] }, { posts: [{ id: 'a', likeCount: 1 }] }],
  });
  removePost(client, 'a');
  expect(client.getQueryData(['dashboard', POSTS])).toEqual({ posts: [], nearby: [] });
  expect(idsIn(POSTS, 'feed')).toEqual([['b'], []]);
  expect(idsIn(POSTS, OF_MEMBER, 'me')).toEqual([[]]);
});

it('asks again for the few posts of a dashboard when one of them goes: another may move up', () => {
  const { client } = clientWith([post('a')], [[post('a')]], [[post('a')]], []);
  changePost(client, 'a', (before) => before);
  expect(client.getQueryState(['dashboard', POSTS])?.isInvalidated).toBe(false);
  removePost(client, 'a');
  expect(client.getQueryState(['dashboard', POSTS])?.isInvalidated).toBe(true);
  // Longer lists have a button for more.
  expect(client.getQueryState([POSTS, 'feed'])?.isInvalidated).toBe(false);
});

it('puts a new post on top of every list but those of others, and keeps the dashboard at five', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((id) => post(id, 'other'));
  const { client, idsIn } = clientWith(five, [five, [post('f')]], [[]], [five]);
  addPost(client, post('new'));
  expect(client.getQueryData<{ posts: Post[] }>(['dashboard', POSTS])?.posts.map(({ id }) => id)).toEqual([
    'new',
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(idsIn(POSTS, 'feed')).toEqual([['new', 'a', 'b', 'c', 'd', 'e'], ['f']]);
  expect(idsIn(POSTS, OF_MEMBER, 'me')).toEqual([['new']]);
  expect(idsIn(POSTS, OF_MEMBER, 'other')).toEqual([['a', 'b', 'c', 'd', 'e']]);
});

it('shows a post once that two pages hold', () => {
  expect(distinctPosts([{ posts: [post('a'), post('b')] }, { posts: [post('b'), post('c')] }])).toEqual([
    post('a'),
    post('b'),
    post('c'),
  ]);
});

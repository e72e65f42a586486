import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Comment, Post } from '../../../../../shared/contract/posts.ts';
import { POSTS } from '../post-cache.ts';
import { addComment, commentsKey, inOrder, removeComment } from './comment-cache.ts';

const comment = (id: string) => ({ id, text: id }) as Comment;

function clientWith(newest: string | null, count: number, pages?: string[][]) {
  const client = new QueryClient();
  const post = { id: 'p', commentCount: count, newestComment: newest && comment(newest) } as Post;
  client.setQueryData(['dashboard', POSTS], { posts: [post] });
  if (pages) {
    const held = pages.map((ids) => ({ comments: ids.map(comment), cursor: null }));
    client.setQueryData(commentsKey('p'), { pages: held, pageParams: [] });
  }
  const shown = () => {
    const [{ commentCount, newestComment }] = client.getQueryData<{ posts: [Post] }>(['dashboard', POSTS])!.posts;
    return [commentCount, newestComment?.id ?? null];
  };
  const listed = () =>
    client
      .getQueryData<{ pages: { comments: Comment[] }[] }>(commentsKey('p'))
      ?.pages.map(({ comments }) => comments.map(({ id }) => id));
  return { client, shown, listed };
}

it('reads the comments from the oldest to the newest, each once', () => {
  const page = (...ids: string[]) => ({ comments: ids.map(comment), cursor: null });
  expect(inOrder([page('c5', 'c4'), page('c4', 'c3')]).map(({ id }) => id)).toEqual(['c3', 'c4', 'c5']);
});

it('shows a new comment on the card and in the open list', () => {
  const { client, shown, listed } = clientWith('c1', 1, [['c1']]);
  addComment(client, 'p', comment('c2'), 2);
  expect(shown()).toEqual([2, 'c2']);
  expect(listed()).toEqual([['c2', 'c1']]);
});

it('shows it on the card alone while the list is closed', () => {
  const { client, shown, listed } = clientWith(null, 0);
  addComment(client, 'p', comment('c1'), 1);
  expect(shown()).toEqual([1, 'c1']);
  expect(listed()).toBeUndefined();
});

it('puts the comment before it on the card when the newest goes', () => {
  const { client, shown, listed } = clientWith('c3', 3, [['c3', 'c2'], ['c1']]);
  expect(removeComment(client, 'p', 'c3', 2)).toBe(false);
  expect(shown()).toEqual([2, 'c2']);
  expect(listed()).toEqual([['c2'], ['c1']]);
});

it('leaves the newest when another goes', () => {
  const { client, shown, listed } = clientWith('c2', 2, [['c2', 'c1']]);
  expect(removeComment(client, 'p', 'c1', 1)).toBe(false);
  expect(shown()).toEqual([1, 'c2']);
  expect(listed()).toEqual([['c2']]);
});

it('says when nobody here knows the one before', () => {
  const { client, shown } = clientWith('c2', 2);
  expect(removeComment(client, 'p', 'c2', 1)).toBe(true);
  expect(shown()).toEqual([1, null]);
  expect(removeComment(clientWith('c1', 1).client, 'p', 'c1', 0)).toBe(false);
});

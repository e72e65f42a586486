import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Comment, Post } from '../../../../../shared/contract/posts.ts';
import { POSTS } from '../post-cache.ts';
import { commentsKey, insertComment, oldestFirst, removeComment } from './comment-cache.ts';

const comment = (id: string) => ({ id, text: id }) as Comment;

function createClient(newest: string | null, count: number, pages?: string[][]) {
  const client = new QueryClient();
  const post = { id: 'p', commentCount: count, newestComment: newest && comment(newest) } as Post;
  client.setQueryData(['dashboard', POSTS], { posts: [post] });
  if (pages) {
    const commentPages = pages.map((ids) => ({ comments: ids.map(comment), cursor: null }));
    client.setQueryData(commentsKey('p'), { pages: commentPages, pageParams: [] });
  }
  const readCard = () => {
    const [{ commentCount, newestComment }] = client.getQueryData<{ posts: [Post] }>(['dashboard', POSTS])!.posts;
    return [commentCount, newestComment?.id ?? null];
  };

  const readList = () =>
    client
      .getQueryData<{ pages: { comments: Comment[] }[] }>(commentsKey('p'))
      ?.pages.map(({ comments }) => comments.map(({ id }) => id));

  return { client, readCard, readList };
}

describe('comment cache', () => {
  it('returns each comment once, oldest first', () => {
    const page = (...ids: string[]) => ({ comments: ids.map(comment), cursor: null });
    expect(oldestFirst([page('c5', 'c4'), page('c4', 'c3')]).map(({ id }) => id)).toEqual(['c3', 'c4', 'c5']);
  });

  it('shows a new comment on the card and in the open list', () => {
    const { client, readCard, readList } = createClient('c1', 1, [['c1']]);
    insertComment(client, 'p', comment('c2'), 2);
    expect(readCard()).toEqual([2, 'c2']);
    expect(readList()).toEqual([['c2', 'c1']]);
  });

  it('shows a new comment only on the card while the list is closed', () => {
    const { client, readCard, readList } = createClient(null, 0);
    insertComment(client, 'p', comment('c1'), 1);
    expect(readCard()).toEqual([1, 'c1']);
    expect(readList()).toBeUndefined();
  });

  it('shows the previous comment on the card after removing the newest', () => {
    const { client, readCard, readList } = createClient('c3', 3, [['c3', 'c2'], ['c1']]);
    expect(removeComment(client, 'p', 'c3', 2)).toBe(false);
    expect(readCard()).toEqual([2, 'c2']);
    expect(readList()).toEqual([['c2'], ['c1']]);
  });

  it('keeps the newest comment on the card after removing another', () => {
    const { client, readCard, readList } = createClient('c2', 2, [['c2', 'c1']]);
    expect(removeComment(client, 'p', 'c1', 1)).toBe(false);
    expect(readCard()).toEqual([1, 'c2']);
    expect(readList()).toEqual([['c2']]);
  });

  it('returns true if the previous comment is not cached', () => {
    const { client, readCard } = createClient('c2', 2);
    expect(removeComment(client, 'p', 'c2', 1)).toBe(true);
    expect(readCard()).toEqual([1, null]);
    expect(removeComment(createClient('c1', 1).client, 'p', 'c1', 0)).toBe(false);
  });
});

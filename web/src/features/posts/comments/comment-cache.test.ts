import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Comment, Post } from '../../../../../shared/contract/posts.ts';
import { POSTS } from '../post-cache.ts';
import { commentsKey, insertComment, oldestFirst, removeComment } from './comment-cache.ts';

/** Builds a comment with the fields that the tests read. Comments with higher numbers are newer. */
const buildComment = (id: string) => ({ id, text: id }) as Comment;

/** The cached data about a post's comments. */
interface CachedComments {
  /** The ID of the newest comment on the card. */
  readonly newest: string | null;
  /** The number of comments on the card. */
  readonly count: number;
  /** The IDs on each page of the open list. Missing while the list is closed. */
  readonly pages?: string[][];
}

/**
 * Creates a client that has cached a post with these comments.
 *
 * @returns `readCard` returns the number of comments and the newest one; `readList` returns the comments of each page
 */
function createClient({ newest, count, pages }: CachedComments) {
  const client = new QueryClient();
  const post = { id: 'p', commentCount: count, newestComment: newest && buildComment(newest) } as Post;
  client.setQueryData(['dashboard', POSTS], { posts: [post] });

  if (pages) {
    const commentPages = pages.map((ids) => ({ comments: ids.map(buildComment), cursor: null }));
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
    const buildPage = (...ids: string[]) => ({ comments: ids.map(buildComment), cursor: null });

    const comments = oldestFirst([buildPage('c5', 'c4'), buildPage('c4', 'c3')]);

    expect(comments.map(({ id }) => id)).toEqual(['c3', 'c4', 'c5']);
  });

  it('shows a new comment on the card and in the open list', () => {
    const { client, readCard, readList } = createClient({ newest: 'c1', count: 1, pages: [['c1']] });

    insertComment(client, 'p', buildComment('c2'), 2);

    expect(readCard()).toEqual([2, 'c2']);
    expect(readList()).toEqual([['c2', 'c1']]);
  });

  it('shows a new comment only on the card while the list is closed', () => {
    const { client, readCard, readList } = createClient({ newest: null, count: 0 });

    insertComment(client, 'p', buildComment('c1'), 1);

    expect(readCard()).toEqual([1, 'c1']);
    expect(readList()).toBeUndefined();
  });

  it('shows the previous comment on the card after the newest comment is removed', () => {
    const { client, readCard, readList } = createClient({ newest: 'c3', count: 3, pages: [['c3', 'c2'], ['c1']] });

    expect(removeComment(client, 'p', 'c3', 2)).toBe(false);
    expect(readCard()).toEqual([2, 'c2']);
    expect(readList()).toEqual([['c2'], ['c1']]);
  });

  it('keeps the newest comment on the card after another comment is removed', () => {
    const { client, readCard, readList } = createClient({ newest: 'c2', count: 2, pages: [['c2', 'c1']] });

    expect(removeComment(client, 'p', 'c1', 1)).toBe(false);
    expect(readCard()).toEqual([1, 'c2']);
    expect(readList()).toEqual([['c2']]);
  });

  it('returns whether the previous comment is not cached and must be loaded', () => {
    const { client, readCard } = createClient({ newest: 'c2', count: 2 });
    expect(removeComment(client, 'p', 'c2', 1)).toBe(true);
    expect(readCard()).toEqual([1, null]);

    const { client: clientWithOneComment } = createClient({ newest: 'c1', count: 1 });
    expect(removeComment(clientWithOneComment, 'p', 'c1', 0)).toBe(false);
  });
});

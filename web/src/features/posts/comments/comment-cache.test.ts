/** Tests of cached comments: the newest one on the card, the count, and the open list must agree. */
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Comment, Post } from '../../../../../shared/contract/posts.ts';
import { POSTS } from '../post-cache.ts';
import { commentsKey, insertComment, removeComment, showNewestComment, sortOldestFirst } from './comment-cache.ts';

/** Builds a comment with the fields that the tests read. A higher number in the ID means a newer comment. */
const buildComment = (id: string) => ({ id, text: id }) as Comment;

/** The cached data about a post's comments. */
interface CachedComments {
  /** The ID of the newest comment on the card. */
  readonly newestId: string | null;
  /** The number of comments on the card. */
  readonly count: number;
  /** The IDs on each page of the open list. Missing while the list is closed. */
  readonly pages?: string[][];
}

/**
 * Creates a client that has cached a post with these comments.
 *
 * @returns the client, and two functions. `readCard` returns what the card shows, and `readList` the IDs on each page.
 */
function createClient({ newestId, count, pages }: CachedComments) {
  const client = new QueryClient();
  const post = { id: 'p', commentCount: count, newestComment: newestId && buildComment(newestId) } as Post;
  client.setQueryData(['dashboard', POSTS], { posts: [post] });

  if (pages) {
    const commentPages = pages.map((ids) => ({ comments: ids.map(buildComment), cursor: null }));
    client.setQueryData(commentsKey('p'), { pages: commentPages, pageParams: [] });
  }

  const readCard = () => {
    const [{ commentCount, newestComment }] = client.getQueryData<{ posts: [Post] }>(['dashboard', POSTS])!.posts;
    return { newestId: newestComment?.id ?? null, count: commentCount };
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

    const comments = sortOldestFirst([buildPage('c5', 'c4'), buildPage('c4', 'c3')]);

    expect(comments.map(({ id }) => id)).toEqual(['c3', 'c4', 'c5']);
  });

  it('shows a new comment on the card and in the open list', () => {
    const { client, readCard, readList } = createClient({ newestId: 'c1', count: 1, pages: [['c1']] });

    // The last argument is the post's new number of comments.
    insertComment(client, 'p', buildComment('c2'), { commentCount: 2 });

    expect(readCard()).toEqual({ newestId: 'c2', count: 2 });
    expect(readList()).toEqual([['c2', 'c1']]);
  });

  it('shows a new comment only on the card while the list is closed', () => {
    const { client, readCard, readList } = createClient({ newestId: null, count: 0 });

    insertComment(client, 'p', buildComment('c1'), { commentCount: 1 });

    expect(readCard()).toEqual({ newestId: 'c1', count: 1 });
    expect(readList()).toBeUndefined();
  });

  it('shows the previous comment on the card after the newest comment is removed', () => {
    const { client, readCard, readList } = createClient({ newestId: 'c3', count: 3, pages: [['c3', 'c2'], ['c1']] });

    const needsComment = removeComment(client, 'p', 'c3', { commentCount: 2 });

    expect(needsComment).toBe(false);
    expect(readCard()).toEqual({ newestId: 'c2', count: 2 });
    expect(readList()).toEqual([['c2'], ['c1']]);
  });

  it('keeps the newest comment on the card after another comment is removed', () => {
    const { client, readCard, readList } = createClient({ newestId: 'c2', count: 2, pages: [['c2', 'c1']] });

    const needsComment = removeComment(client, 'p', 'c1', { commentCount: 1 });

    expect(needsComment).toBe(false);
    expect(readCard()).toEqual({ newestId: 'c2', count: 1 });
    expect(readList()).toEqual([['c2']]);
  });

  it('returns true if the card needs another comment that is not cached', () => {
    const { client, readCard } = createClient({ newestId: 'c2', count: 2 });

    const needsComment = removeComment(client, 'p', 'c2', { commentCount: 1 });

    expect(needsComment).toBe(true);
    expect(readCard()).toEqual({ newestId: null, count: 1 });
  });

  it('returns false if no comment is left', () => {
    const { client } = createClient({ newestId: 'c1', count: 1 });

    expect(removeComment(client, 'p', 'c1', { commentCount: 0 })).toBe(false);
  });
});

describe('showNewestComment', () => {
  it('shows the loaded comment on a card that lacks its comment', async () => {
    const { client, readCard } = createClient({ newestId: null, count: 1 });

    await showNewestComment(client, 'p', async () => buildComment('c1'));

    expect(readCard()).toEqual({ newestId: 'c1', count: 1 });
  });

  it('keeps a newer comment that the card has shown since the request', async () => {
    const { client, readCard } = createClient({ newestId: null, count: 1 });

    await showNewestComment(client, 'p', async () => {
      insertComment(client, 'p', buildComment('c3'), { commentCount: 2 });
      return buildComment('c1');
    });

    expect(readCard()).toEqual({ newestId: 'c3', count: 2 });
  });

  it('shows no comment if the post has none since the request', async () => {
    const { client, readCard } = createClient({ newestId: null, count: 1 });

    await showNewestComment(client, 'p', async () => {
      removeComment(client, 'p', 'c1', { commentCount: 0 });
      return buildComment('c1');
    });

    expect(readCard()).toEqual({ newestId: null, count: 0 });
  });

  it('loads the comment again if another one was deleted at the same time', async () => {
    const { client, readCard } = createClient({ newestId: null, count: 2 });
    /** The comments at the server, newest first. */
    const serverComments = [buildComment('c2'), buildComment('c1')];
    const deleteNewest = async () => {
      serverComments.shift();
      removeComment(client, 'p', 'c2', { commentCount: 1 });
    };

    await showNewestComment(client, 'p', async () => {
      const [loadedComment] = serverComments;
      // The member deletes the comment before the response arrives. A mutation makes the page load again.
      if (loadedComment?.id === 'c2') {
        await client.getMutationCache().build(client, { mutationFn: deleteNewest }).execute(undefined);
      }
      return loadedComment;
    });

    expect(readCard()).toEqual({ newestId: 'c1', count: 1 });
  });
});

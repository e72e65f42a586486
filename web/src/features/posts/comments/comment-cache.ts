import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Comment } from '../../../../../shared/contract/posts.ts';
import { fetchConsistent } from '../../../platform/api/query-cache.ts';
import { updatePost } from '../post-cache.ts';

/** A page of comments, newest first. */
interface Page {
  readonly comments: readonly Comment[];
  readonly cursor: string | null;
}

/** The cached comments of a post. */
type Comments = InfiniteData<Page>;

/** Returns the query key of a post's comments. */
export function commentsKey(postId: string): readonly string[] {
  return ['comments', postId];
}

/** Returns each loaded comment once, oldest first. */
export function sortOldestFirst(pages: readonly Page[]): Comment[] {
  const newestFirst = pages.flatMap(({ comments }) => comments);
  const commentsById = new Map(newestFirst.map((comment) => [comment.id, comment]));
  return [...commentsById.values()].reverse();
}

/** The server's count after a change of the comments. */
interface NewCount {
  /** How many comments the post has after the change. */
  readonly commentCount: number;
}

/** Adds a new comment to the post's card and to the loaded list. */
export function insertComment(client: QueryClient, postId: string, comment: Comment, { commentCount }: NewCount): void {
  updatePost(client, postId, (post) => ({ ...post, commentCount, newestComment: comment }));

  client.setQueryData<Comments>(commentsKey(postId), (cachedComments) => {
    const [firstPage, ...otherPages] = cachedComments?.pages ?? [];
    if (!cachedComments || !firstPage) return undefined;

    const newFirstPage = { ...firstPage, comments: [comment, ...firstPage.comments] };
    return { ...cachedComments, pages: [newFirstPage, ...otherPages] };
  });
}

/**
 * Removes a comment from the post's card and from the loaded list.
 *
 * @returns true if the card needs another comment that is not cached
 */
export function removeComment(
  client: QueryClient,
  postId: string,
  commentId: string,
  { commentCount }: NewCount,
): boolean {
  const removeFrom = (page: Page) => ({ ...page, comments: page.comments.filter(({ id }) => id !== commentId) });
  client.setQueryData<Comments>(commentsKey(postId), (cachedComments) => {
    if (!cachedComments) return undefined;
    return { ...cachedComments, pages: cachedComments.pages.map(removeFrom) };
  });

  const remainingComments = client.getQueryData<Comments>(commentsKey(postId));
  const newestComment = sortOldestFirst(remainingComments?.pages ?? []).at(-1) ?? null;

  let isNewestMissing = false;
  updatePost(client, postId, (post) => {
    if (post.newestComment?.id !== commentId) return { ...post, commentCount };

    isNewestMissing = newestComment === null && commentCount > 0;
    return { ...post, commentCount, newestComment };
  });

  return isNewestMissing;
}

/**
 * Loads the newest comment of a post, and shows it on a card that lacks its comment.
 *
 * A comment that the card has shown since the request stays: it is newer.
 */
export async function showNewestComment(
  client: QueryClient,
  postId: string,
  fetchNewest: () => Promise<Comment | undefined>,
): Promise<void> {
  const comment = await fetchConsistent(client, fetchNewest);

  updatePost(client, postId, (post) => {
    const lacksComment = post.newestComment === null && post.commentCount > 0;
    return lacksComment ? { ...post, newestComment: comment ?? null } : post;
  });
}

import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Comment } from '../../../../../shared/contract/posts.ts';
import { changePost } from '../post-cache.ts';

interface Page {
  readonly comments: readonly Comment[];
  readonly cursor: string | null;
}

type Comments = InfiniteData<Page>;

/** The key of the comments on a post. */
export function commentsKey(postId: string): readonly string[] {
  return ['comments', postId];
}

/** The loaded comments as they are read: the oldest on top, each once. */
export function inOrder(pages: readonly Page[]): Comment[] {
  const newestFirst = pages.flatMap(({ comments }) => comments);
  return [...new Map(newestFirst.map((comment) => [comment.id, comment])).values()].reverse();
}

/** Shows a comment that was just written. */
export function addComment(client: QueryClient, postId: string, comment: Comment, commentCount: number): void {
  changePost(client, postId, (post) => ({ ...post, commentCount, newestComment: comment }));
  client.setQueryData<Comments>(commentsKey(postId), (held) => {
    const [first, ...others] = held?.pages ?? [];
    return held && first && { ...held, pages: [{ ...first, comments: [comment, ...first.comments] }, ...others] };
  });
}

/**
 * Takes a comment off the screen.
 *
 * @returns whether it was the newest one of the post and nobody here knows the one before
 */
export function removeComment(client: QueryClient, postId: string, id: string, commentCount: number): boolean {
  client.setQueryData<Comments>(commentsKey(postId), (held) => {
    const without = (page: Page) => ({ ...page, comments: page.comments.filter((comment) => comment.id !== id) });
    return held && { ...held, pages: held.pages.map(without) };
  });
  const left = client.getQueryData<Comments>(commentsKey(postId));
  const newest = inOrder(left?.pages ?? []).at(-1) ?? null;
  let unknown = false;
  changePost(client, postId, (post) => {
    if (post.newestComment?.id !== id) return { ...post, commentCount };
    unknown = newest === null && commentCount > 0;
    return { ...post, commentCount, newestComment: newest };
  });
  return unknown;
}

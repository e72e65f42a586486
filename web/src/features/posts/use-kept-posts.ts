import type { Post } from '../../../../shared/contract/posts.ts';
import { isRowInUse, useKeptRows } from '../../design/use-kept-rows.ts';
import { readPostDraft } from './draft.ts';

/**
 * Returns the posts to show: the listed posts, and the posts in use that newer posts have pushed out of the list.
 *
 * A post is in use while its card has the focus, an open dialog, or an unsent comment.
 */
export function useKeptPosts(listedPosts: readonly Post[], viewerId: string) {
  const { rows: posts, release } = useKeptRows(listedPosts, {
    idOf: ({ id }) => id,
    isInUse: (id) => isRowInUse('.post', 'data-post', id) || readPostDraft(viewerId, `comment.${id}`).text !== '',
  });

  return { posts, release };
}

import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { CommentNotFound } from '../access/errors.ts';
import { loadViewer } from '../access/viewer.ts';
import { findOwnComment, loadVisibleComment } from '../access/visible-items.ts';
import { NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { deleteCommentItem } from '../table/comment.ts';

/**
 * Deletes one of the caller's own comments, even if the comment's post is now above the caller. The count in the response
 * is then 0, because the caller may not see the post.
 *
 * @throws NotYou if another member wrote the comment
 * @throws CommentNotFound, PostNotFound if the caller can't see the comment
 */
export async function deleteComment(
  caller: Caller,
  { postId, commentId }: Input<typeof posts.deleteComment>,
): Promise<Response<typeof posts.deleteComment>> {
  const address = { postId, commentId };
  const [viewer, ownComment] = await Promise.all([loadViewer(caller), findOwnComment(caller, address)]);
  if (!ownComment) {
    // Throws CommentNotFound or PostNotFound unless the caller can see the comment.
    await loadVisibleComment(viewer, address);
    throw new NotYou('delete-comment');
  }

  const commentCount = await deleteCommentItem(address, viewer);
  if (commentCount === undefined) throw new CommentNotFound();
  return { commentCount };
}

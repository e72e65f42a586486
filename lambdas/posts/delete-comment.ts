import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { CommentNotFound } from '../access/errors.ts';
import { loadViewer } from '../access/viewer.ts';
import { findOwnComment, visibleComment } from '../access/visible-items.ts';
import { NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { deleteCommentItem } from '../table/comment.ts';
import { readCounter } from '../table/counters.ts';
import { postKey } from '../table/keys.ts';

/**
 * Deletes one of the caller's own comments, even if its post is now above them.
 *
 * @throws NotYou if another member wrote it
 * @throws CommentNotFound, PostNotFound if the caller can't see it
 */
export async function deleteComment(
  caller: Caller,
  { postId, commentId }: Input<typeof posts.deleteComment>,
): Promise<Response<typeof posts.deleteComment>> {
  const address = { postId, commentId };
  if (!(await findOwnComment(caller, address))) {
    await visibleComment(loadViewer(caller), address);
    throw new NotYou('You can only delete your own comments.');
  }
  if (!(await deleteCommentItem(address))) throw new CommentNotFound();
  return { commentCount: (await readCounter(postKey(postId), 'commentCount')) ?? 0 };
}

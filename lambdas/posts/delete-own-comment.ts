import { viewerOf } from '../account/viewer.ts';
import { NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { getComment, removeComment } from '../table/comment.ts';
import { getPost } from '../table/post.ts';
import { CommentNotFound } from './errors.ts';
import { visiblePost } from './visible-post.ts';

/**
 * Deletes one of the caller's own comments, wherever its post lies by now.
 *
 * @throws NotYou when somebody else wrote it
 * @throws CommentNotFound, PostNotFound when it is not there for the caller
 */
export async function deleteOwnComment(
  caller: Caller,
  address: { postId: string; commentId: string },
): Promise<{ commentCount: number }> {
  const comment = await getComment(address.postId, address.commentId);
  if (comment?.userId !== caller.userId) {
    await visiblePost(address.postId, await viewerOf(caller));
    if (comment) throw new NotYou('You can only delete your own comments.');
    throw new CommentNotFound();
  }
  if (!(await removeComment(address))) throw new CommentNotFound();
  const post = await getPost(address.postId);
  return { commentCount: post?.commentCount ?? 0 };
}

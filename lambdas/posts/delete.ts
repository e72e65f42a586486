import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { loadViewer } from '../access/viewer.ts';
import { findOwnPost, loadVisiblePost } from '../access/visible-items.ts';
import { NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { hidePost } from '../table/post.ts';

/**
 * Deletes one of the caller's own posts: hides it immediately, and queues it for the job that purges its comments and
 * picture. The change feed starts the job. The picture no longer counts as stored.
 *
 * @throws NotYou if another member wrote the post
 * @throws PostNotFound if the caller can't see the post
 */
export async function deletePost(
  caller: Caller,
  { postId }: Input<typeof posts.delete>,
): Promise<Response<typeof posts.delete>> {
  const [viewer, ownPost] = await Promise.all([loadViewer(caller), findOwnPost(caller, postId)]);
  if (!ownPost || !(await hidePost(ownPost))) {
    // Throws PostNotFound unless the caller can see the post.
    await loadVisiblePost(viewer, postId);
    throw new NotYou('delete-post');
  }

  return {};
}

import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { loadViewer } from '../access/viewer.ts';
import { loadVisibleComments } from '../access/visible-page.ts';
import type { Caller } from '../platform/identity.ts';
import { openPage } from '../table/paging.ts';
import { presentComment } from './present-posts.ts';

/**
 * Lists one page of the comments on a post, newest first.
 *
 * @throws PostNotFound if the caller can't see the post
 * @throws InvalidCursor if the cursor belongs to another member or another post
 */
export async function listComments(
  caller: Caller,
  { postId, limit, cursor }: Input<typeof posts.listComments>,
): Promise<Response<typeof posts.listComments>> {
  const viewer = await loadViewer(caller);
  const { from, seal } = await openPage(viewer, ['comments', postId], cursor);
  const { comments, identities, next } = await loadVisibleComments(viewer, postId, { limit, from });
  return { comments: comments.map((comment) => presentComment(comment, identities)), cursor: seal(next) };
}

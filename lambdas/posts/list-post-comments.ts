import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { readComments } from '../table/comment.ts';
import { openPage } from '../table/paging.ts';
import { getPeople } from '../table/profile.ts';
import { presentComments } from './present-comments.ts';
import { visiblePost } from './visible-post.ts';

/**
 * One page of the comments on a post, newest first.
 *
 * @throws PostNotFound when the post is not there for the caller
 * @throws InvalidCursor when the cursor belongs to another member or another post
 */
export async function listPostComments(
  caller: Caller,
  { postId, limit, cursor }: Input<typeof posts.listComments>,
): Promise<Response<typeof posts.listComments>> {
  const viewer = await viewerOf(caller);
  const [{ from, seal }] = await Promise.all([
    openPage(viewer, ['comments', postId], cursor),
    visiblePost(postId, viewer),
  ]);
  const page = await readComments(postId, limit, from);
  const authors = await getPeople(page.rows.map(({ userId }) => userId));
  return { comments: presentComments(page.rows, authors), cursor: seal(page.next) };
}

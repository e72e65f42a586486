import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { fillPage } from '../access/fill-page.ts';
import { loadVisibleProfile } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import { loadVisiblePage } from '../access/visible-page.ts';
import type { Caller } from '../platform/identity.ts';
import { readByOwner } from '../table/by-owner-index.ts';
import { openPage } from '../table/paging.ts';
import { presentPosts } from './present-posts.ts';

/**
 * Lists one page of a member's posts, newest first.
 *
 * @throws UserNotFound, DepthTooLow if the caller can't see the member's profile
 * @throws InvalidCursor if the cursor belongs to another member or another list
 */
export async function listPostsOfMember(
  caller: Caller,
  { userId, limit, cursor }: Input<typeof posts.listOfMember>,
): Promise<Response<typeof posts.listOfMember>> {
  const pendingViewer = loadViewer(caller);
  const [viewer, member] = await Promise.all([
    pendingViewer,
    userId === caller.userId ? undefined : loadVisibleProfile(pendingViewer, userId),
  ]);

  const { from, seal } = await openPage(viewer, ['posts of', userId], cursor);
  // Only members whose depth has dropped can have posts above a viewer who sees their profile.
  const depth = member && member.peakDepth > from.depth ? from.depth : undefined;

  const { items, next } = await fillPage(
    { limit, from },
    (page) => readByOwner({ kind: 'POST', userId, depth, ...page }),
    async (rows) => presentPosts(await loadVisiblePage(viewer, { posts: await rows })),
  );

  return { posts: items, cursor: seal(next) };
}

import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { visibleProfile } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import { visiblePage } from '../access/visible-items.ts';
import type { Caller } from '../platform/identity.ts';
import { readByOwner } from '../table/by-owner-index.ts';
import { partitionIdOf } from '../table/item-types.ts';
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
  const viewer = await loadViewer(caller);
  const [{ from, seal }] = await Promise.all([
    openPage(viewer, ['posts of', userId], cursor),
    userId === caller.userId || visibleProfile(viewer, userId),
  ]);
  const depth = userId === caller.userId ? undefined : from.depth;
  const { rows, next } = await readByOwner({ kind: 'POST', userId, depth, limit, from });
  const page = await visiblePage(viewer, { posts: rows.map(partitionIdOf) });
  return { posts: await presentPosts(page), cursor: seal(next) };
}

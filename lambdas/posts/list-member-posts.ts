import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { ownerOf } from '../table/keys.ts';
import { readOwned } from '../table/owned.ts';
import { openPage } from '../table/paging.ts';
import { openProfile } from '../users/open-profile.ts';
import { presentPosts } from './present-posts.ts';

/**
 * One page of a member's posts, newest first: of others those at or below the caller's depth (decision 16).
 *
 * @throws UserNotFound, DepthTooLow when the member's profile is not open to the caller
 * @throws InvalidCursor when the cursor belongs to another member or another list
 */
export async function listMemberPosts(
  caller: Caller,
  { userId, limit, cursor }: Input<typeof posts.listOfMember>,
): Promise<Response<typeof posts.listOfMember>> {
  const viewer = await viewerOf(caller);
  const [{ from, seal }] = await Promise.all([
    openPage(viewer, ['posts of', userId], cursor),
    userId === caller.userId || openProfile(viewer, userId),
  ]);
  const depth = userId === caller.userId ? undefined : from.depth;
  const page = await readOwned({ owner: ownerOf('POST', userId), depth, limit, from });
  const postIds = page.rows.map(({ pk }) => pk.slice('POST#'.length));
  return { posts: await presentPosts(caller.userId, postIds), cursor: seal(page.next) };
}

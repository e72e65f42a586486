import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { users } from '../../shared/contract/users.ts';
import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { readFollows } from '../table/follow.ts';
import { openPage } from '../table/paging.ts';
import { openProfile } from './open-profile.ts';
import { presentPeople } from './present-people.ts';

/**
 * One page of a member's followers, or of those whom they follow.
 *
 * @throws UserNotFound, DepthTooLow when the member's profile is not open to the caller
 * @throws InvalidCursor when the cursor belongs to another member or another list
 */
export async function listFollows(
  caller: Caller,
  list: 'followers' | 'following',
  { userId, limit, cursor }: Input<typeof users.followers>,
): Promise<Response<typeof users.followers>> {
  const viewer = await viewerOf(caller);
  const [{ from, seal }] = await Promise.all([openPage(viewer, [list, userId], cursor), openProfile(viewer, userId)]);
  const page = await readFollows(userId, list, limit, from);
  return { users: await presentPeople(viewer, page.userIds), cursor: seal(page.next) };
}

import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { users } from '../../shared/contract/users.ts';
import { fillPage } from '../access/fill-page.ts';
import { loadVisibleProfile } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { readFollows } from '../table/follow.ts';
import { openPage } from '../table/paging.ts';
import { presentPersonCards } from './present-people.ts';

type ListInput = Input<typeof users.followers>;
type ListResponse = Response<typeof users.followers>;

/**
 * Lists one page of a member's followers.
 *
 * @throws UserNotFound, DepthTooLow if the caller can't see the member's profile
 * @throws InvalidCursor if the cursor belongs to another member or another list
 */
export function listFollowers(caller: Caller, input: ListInput): Promise<ListResponse> {
  return listFollows(caller, 'followers', input);
}

/** Lists one page of the members that a member follows. Throws the errors of {@link listFollowers}. */
export function listFollowing(caller: Caller, input: ListInput): Promise<ListResponse> {
  return listFollows(caller, 'following', input);
}

async function listFollows(
  caller: Caller,
  list: 'followers' | 'following',
  { userId, limit, cursor }: ListInput,
): Promise<ListResponse> {
  const pendingViewer = loadViewer(caller);
  const [viewer] = await Promise.all([pendingViewer, loadVisibleProfile(pendingViewer, userId)]);
  const { from, seal } = await openPage(viewer, [list, userId], cursor);

  const { items, next } = await fillPage(
    { limit, from },
    async (page) => {
      const { userIds, ...position } = await readFollows(userId, list, page.limit, page.from);
      return { rows: userIds, ...position };
    },
    async (userIds) => presentPersonCards(viewer, await userIds),
  );

  return { users: items, cursor: seal(next) };
}

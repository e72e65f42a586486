import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { ownerOf } from '../table/keys.ts';
import { readOwned } from '../table/owned.ts';
import { openPage } from '../table/paging.ts';
import { openProfile } from '../users/open-profile.ts';
import { presentFiles } from './present-files.ts';

/**
 * One page of a member's files, newest first: of others those at or below the caller's depth (decision 16).
 *
 * @throws UserNotFound, DepthTooLow when the member's profile is not open to the caller
 * @throws InvalidCursor when the cursor belongs to another member or another list
 */
export async function listMemberFiles(
  caller: Caller,
  { userId, limit, cursor }: Input<typeof files.listOfMember>,
): Promise<Response<typeof files.listOfMember>> {
  const viewer = await viewerOf(caller);
  const [{ from, seal }] = await Promise.all([
    openPage(viewer, ['files of', userId], cursor),
    userId === caller.userId || openProfile(viewer, userId),
  ]);
  const depth = userId === caller.userId ? undefined : from.depth;
  const page = await readOwned({ owner: ownerOf('FILE', userId), depth, limit, from });
  return { files: await presentFiles(caller.userId, page.rows), cursor: seal(page.next) };
}

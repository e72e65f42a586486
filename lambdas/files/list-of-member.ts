import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { fillPage } from '../access/fill-page.ts';
import { loadVisibleProfile } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import { loadVisiblePage } from '../access/visible-page.ts';
import type { Caller } from '../platform/identity.ts';
import { loadRenditionSigningKey } from '../storage/rendition-urls.ts';
import { readByOwner } from '../table/by-owner-index.ts';
import { openPage } from '../table/paging.ts';
import { presentFiles } from './present-files.ts';

/**
 * Lists one page of a member's files, newest first.
 *
 * @throws UserNotFound, DepthTooLow if the caller can't see the member's profile
 * @throws InvalidCursor if the cursor belongs to another member or another list
 */
export async function listFilesOfMember(
  caller: Caller,
  { userId, limit, cursor }: Input<typeof files.listOfMember>,
): Promise<Response<typeof files.listOfMember>> {
  // Loads the key concurrently with the reads. `presentFiles` waits for it.
  void loadRenditionSigningKey();
  const pendingViewer = loadViewer(caller);
  const [viewer, member] = await Promise.all([
    pendingViewer,
    userId === caller.userId ? undefined : loadVisibleProfile(pendingViewer, userId),
  ]);

  const { from, seal } = await openPage(viewer, ['files of', userId], cursor);
  // Only members whose depth has dropped can have files above a viewer who sees their profile.
  const depth = member && member.peakDepth > from.depth ? from.depth : undefined;

  const { items, next } = await fillPage(
    { limit, from },
    (page) => readByOwner({ kind: 'FILE', userId, depth, ...page }),
    async (rows) => presentFiles(await loadVisiblePage(viewer, { files: await rows })),
  );

  return { files: items, cursor: seal(next) };
}

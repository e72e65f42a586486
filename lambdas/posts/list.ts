import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { type CallingViewer, loadViewer } from '../access/viewer.ts';
import { visiblePage } from '../access/visible-items.ts';
import type { Caller } from '../platform/identity.ts';
import { type DepthQuery, readDepthIndex } from '../table/depth-index.ts';
import { partitionIdOf } from '../table/item-types.ts';
import { ownerPartition } from '../table/keys.ts';
import { openPage } from '../table/paging.ts';
import { presentPosts } from './present-posts.ts';

/**
 * Lists one page of the feed: posts at or below the caller's depth, highest first, then newest.
 *
 * @throws InvalidCursor if the cursor belongs to another member
 */
export async function listPosts(
  caller: Caller,
  { limit, cursor }: Input<typeof posts.list>,
): Promise<Response<typeof posts.list>> {
  const viewer = await loadViewer(caller);
  const { from, seal } = await openPage(viewer, ['posts'], cursor);
  const { postIds, next } = await readFeed(viewer, { depth: from.depth, limit, from });
  return { posts: await presentPosts(await visiblePage(viewer, { posts: postIds })), cursor: seal(next) };
}

/** Reads the IDs of the first posts of a viewer's feed. */
export async function readHighestPosts(viewer: CallingViewer, limit: number): Promise<string[]> {
  const { depth } = viewer;
  return (await readFeed(viewer, { depth, limit, from: { progress: [] }, onePage: true })).postIds;
}

async function readFeed(viewer: CallingViewer, page: Pick<DepthQuery, 'depth' | 'limit' | 'from' | 'onePage'>) {
  const { rows, next } = await readDepthIndex({
    kind: 'POST',
    index: 'ByDepth',
    filters: [],
    // Only members whose depth has dropped can have posts above it.
    own: viewer.peakDepth > page.depth ? ownerPartition('POST', viewer.userId) : undefined,
    ...page,
  });
  return { postIds: rows.map(partitionIdOf), next };
}

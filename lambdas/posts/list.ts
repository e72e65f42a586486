import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { fillPage } from '../access/fill-page.ts';
import { type CallingViewer, loadViewer } from '../access/viewer.ts';
import { loadVisiblePage } from '../access/visible-page.ts';
import type { Caller } from '../platform/identity.ts';
import { readDepthIndex } from '../table/depth-index.ts';
import type { DepthQuery, ListedRow } from '../table/depth-query.ts';
import { ownerPartition } from '../table/keys.ts';
import { openPage } from '../table/paging.ts';
import { buildSearchFilters, parseSearchWords } from '../table/search-words.ts';
import { presentPosts } from './present-posts.ts';

/**
 * Lists one page of the feed: posts at or below the caller's depth, highest first, then newest. With a search text,
 * only the posts that contain its words.
 *
 * @throws InvalidCursor if the cursor belongs to another member or another search
 */
export async function listPosts(
  caller: Caller,
  { q, limit, cursor }: Input<typeof posts.list>,
): Promise<Response<typeof posts.list>> {
  const viewer = await loadViewer(caller);
  const words = parseSearchWords(q);
  const { from, seal } = await openPage(viewer, ['posts', words.join(' ')], cursor);

  const { items, next } = await fillPage(
    { limit, from },
    (page) => readFeed(viewer, { depth: from.depth, filters: buildSearchFilters(words), ...page }),
    async (rows) => presentPosts(await loadVisiblePage(viewer, { posts: await rows })),
  );

  return { posts: items, cursor: seal(next) };
}

/** Reads the index rows of the first posts of a viewer's feed, for the dashboard. */
export async function readHighestPosts(viewer: CallingViewer, limit: number): Promise<readonly ListedRow[]> {
  const { depth } = viewer;
  return (await readFeed(viewer, { depth, filters: [], limit, from: {}, onePage: true })).rows;
}

/** Reads index rows of the posts at or below a depth. The caller must load the posts and check the access rule. */
function readFeed(viewer: CallingViewer, page: Pick<DepthQuery, 'depth' | 'filters' | 'limit' | 'from' | 'onePage'>) {
  return readDepthIndex({
    kind: 'POST',
    index: 'ByDepth',
    // Requests of several viewers share the rows. The viewer's newest post must be among them.
    share: { viewerItems: ownerPartition('POST', viewer.userId) },
    // Only members whose depth has dropped can have posts above their depth.
    own: viewer.peakDepth > page.depth ? ownerPartition('POST', viewer.userId) : undefined,
    ...page,
  });
}

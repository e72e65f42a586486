import type { CallingViewer } from '../account/viewer.ts';
import { type DepthQuery, readDepthIndex } from '../table/depth-index.ts';
import { ownerOf } from '../table/keys.ts';
import type { StoredPost } from '../table/post.ts';
import { findPosts } from './present-posts.ts';

/** One page of the feed: the posts at or below a viewer's depth, highest first, then newest (specification §7). */
export async function readFeed(viewer: CallingViewer, page: Pick<DepthQuery, 'depth' | 'limit' | 'from' | 'onePage'>) {
  const { rows, next } = await readDepthIndex({
    kind: 'POST',
    index: 'ByDepth',
    filters: [],
    // Only who has sunk has anything above them.
    own: viewer.peakDepth > page.depth ? ownerOf('POST', viewer.userId) : undefined,
    ...page,
  });
  return { postIds: rows.map(({ pk }) => pk.slice('POST#'.length)), next };
}

/** The first posts of the feed. */
export async function highestPosts(viewer: CallingViewer, limit: number): Promise<StoredPost[]> {
  const { depth } = viewer;
  const { postIds } = await readFeed(viewer, { depth, limit, from: { progress: [] }, onePage: true });
  return findPosts(postIds);
}

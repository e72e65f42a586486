import type { Post } from '../../shared/contract/posts.ts';
import type { CallingViewer } from '../account/viewer.ts';
import { type DepthQuery, readDepthIndex } from '../table/depth-index.ts';
import { ownerOf } from '../table/keys.ts';
import { openPage } from '../table/paging.ts';
import type { StoredPost } from '../table/post.ts';
import { findPosts, presentPosts } from './present-posts.ts';

/**
 * One page of the feed: the posts at or below a viewer's depth, highest first, then newest (specification §7).
 *
 * @throws InvalidCursor when the cursor belongs to another member
 */
export async function listPosts(
  viewer: CallingViewer,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ posts: Post[]; cursor: string | null }> {
  const { from, seal } = await openPage(viewer, ['posts'], cursor);
  const page = await readFeed(viewer, { depth: from.depth, limit, from });
  return { posts: await presentPosts(viewer.userId, page.postIds), cursor: seal(page.next) };
}

/** The first posts of the feed. */
export async function highestPosts(viewer: CallingViewer, limit: number): Promise<StoredPost[]> {
  const { depth } = viewer;
  const { postIds } = await readFeed(viewer, { depth, limit, from: { progress: [] }, onePage: true });
  return findPosts(postIds);
}

async function readFeed(viewer: CallingViewer, page: Pick<DepthQuery, 'depth' | 'limit' | 'from' | 'onePage'>) {
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

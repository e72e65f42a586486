import type { Post } from '../../shared/contract/posts.ts';
import type { CallingViewer } from '../account/viewer.ts';
import { readDepthIndex } from '../table/depth-index.ts';
import { ownerOf } from '../table/keys.ts';
import { openPage } from '../table/paging.ts';
import { presentPosts } from './present-posts.ts';

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
  const page = await readDepthIndex({
    kind: 'POST',
    index: 'ByDepth',
    depth: from.depth,
    limit,
    filters: [],
    from,
    // Only who has sunk has anything above them.
    own: viewer.peakDepth > from.depth ? ownerOf('POST', viewer.userId) : undefined,
  });
  const postIds = page.rows.map(({ pk }) => pk.slice('POST#'.length));
  return { posts: await presentPosts(viewer.userId, postIds), cursor: seal(page.next) };
}

import type { Post } from '../../shared/contract/posts.ts';
import type { CallingViewer } from '../account/viewer.ts';
import { openPage } from '../table/paging.ts';
import { readFeed } from './feed.ts';
import { presentPosts } from './present-posts.ts';

/**
 * One page of the feed, as its viewer sees it.
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

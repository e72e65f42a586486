import type { PurgeRequest } from '../platform/purge-request.ts';
import { purgePost } from '../posts/purge-post.ts';
import { pendingRemovals } from '../table/removal.ts';
import { purgeAccount } from './purge-account.ts';

const PAGE_SIZE = 25;

/**
 * Removes a hidden account or post, with everything that belongs to it. Can be interrupted and repeated.
 *
 * @param timeLeft - whether there is time for another step
 * @returns whether nothing is left
 */
export function purge(request: PurgeRequest, timeLeft: () => boolean): Promise<boolean> {
  return request.kind === 'account' ? purgeAccount(request.userId, timeLeft) : purgePost(request.postId, timeLeft);
}

/** Removes everything that is still pending, oldest first: requests whose own job failed or never started. */
export async function purgePending(timeLeft: () => boolean): Promise<{ removed: number; left: number }> {
  let [removed, left] = [0, 0];
  let page = await pendingRemovals(PAGE_SIZE);
  for (;;) {
    for (const request of page.removals) {
      if (!timeLeft()) return { removed, left: left + 1 };
      if (await purge(request, timeLeft)) removed++;
      else left++;
    }
    if (!page.next) return { removed, left };
    page = await pendingRemovals(PAGE_SIZE, page.next);
  }
}

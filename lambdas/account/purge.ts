import type { PurgeRequest } from '../platform/purge-request.ts';
import { purgePost } from '../posts/purge-post.ts';
import { readPendingPurges } from '../table/pending-purge.ts';
import { purgeAccount } from './purge-account.ts';

const PAGE_SIZE = 25;

/**
 * Purges a hidden account or post with its dependent items. Can be interrupted and repeated.
 *
 * @param timeLeft - returns whether there is time for another step
 * @returns whether the purge is complete
 */
export function purge(request: PurgeRequest, timeLeft: () => boolean): Promise<boolean> {
  return request.kind === 'account' ? purgeAccount(request.userId, timeLeft) : purgePost(request.postId, timeLeft);
}

/** Purges all pending accounts and posts, oldest first: those whose first run failed, timed out or never started. */
export async function purgePending(timeLeft: () => boolean): Promise<{ removed: number; left: number }> {
  let [removed, left] = [0, 0];
  let page = await readPendingPurges(PAGE_SIZE);
  for (;;) {
    for (const request of page.purges) {
      if (!timeLeft()) return { removed, left: left + 1 };
      if (await purge(request, timeLeft)) removed++;
      else left++;
    }
    if (!page.next) return { removed, left };
    page = await readPendingPurges(PAGE_SIZE, page.next);
  }
}

import { processRows } from '../platform/process-rows.ts';
import type { PurgeRequest } from '../platform/purge-request.ts';
import { purgePost } from '../posts/purge-post.ts';
import { readPendingPurges } from '../table/pending-purge.ts';
import { purgeAccount } from './purge-account.ts';

/** Pending purges per page of the queue. */
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

/** The result of one run. */
interface PurgeRun {
  /** Number of purges that were completed in this run. */
  readonly removed: number;
  /**
   * Number of purges that are still pending, including those that failed. If the run ends before the last page, the
   * unread pages count as one purge.
   */
  readonly left: number;
  /** Number of pending purges that failed in this run. */
  readonly failed: number;
}

/**
 * Purges all pending accounts and posts, the oldest first. A purge is pending if its first run failed, timed out, or
 * never started. A purge that fails doesn't stop the others.
 *
 * @throws the first transient error; the next run continues
 */
export async function purgePending(timeLeft: () => boolean): Promise<PurgeRun> {
  let removed = 0;
  let incomplete = 0;
  let failed = 0;

  const purgeIfTimeLeft = async (request: PurgeRequest) => {
    if (timeLeft() && (await purge(request, timeLeft))) removed++;
    else incomplete++;
  };

  let page = await readPendingPurges(PAGE_SIZE);
  for (;;) {
    failed += await processRows(page.purges, purgeIfTimeLeft, {
      job: 'purge',
      describe: (request) => request,
      sequential: true,
    });
    if (!page.next) return { removed, left: incomplete + failed, failed };
    // The unread pages count as one purge.
    if (!timeLeft()) return { removed, left: incomplete + failed + 1, failed };

    page = await readPendingPurges(PAGE_SIZE, page.next);
  }
}

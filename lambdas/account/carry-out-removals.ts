import { removePost } from '../posts/remove-post.ts';
import { pendingRemovals, type Removal } from '../table/removal.ts';
import { purgeAccount } from './purge-account.ts';

const PAGE_SIZE = 25;

/**
 * Removes something hidden, with everything that belongs to it.
 *
 * @param timeLeft - whether there is time for another step
 * @returns whether nothing of it is left
 */
export function carryOut(removal: Removal, timeLeft: () => boolean): Promise<boolean> {
  return removal.kind === 'account' ? purgeAccount(removal.userId, timeLeft) : removePost(removal.postId, timeLeft);
}

/** Takes up every removal that is not done with, the oldest first: those whose own job failed, or never began. */
export async function carryOutPending(timeLeft: () => boolean): Promise<{ removed: number; left: number }> {
  let [removed, left] = [0, 0];
  let page = await pendingRemovals(PAGE_SIZE);
  for (;;) {
    for (const removal of page.removals) {
      if (!timeLeft()) return { removed, left: left + 1 };
      if (await carryOut(removal, timeLeft)) removed++;
      else left++;
    }
    if (!page.next) return { removed, left };
    page = await pendingRemovals(PAGE_SIZE, page.next);
  }
}

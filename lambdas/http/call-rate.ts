import { settingIfGiven } from '../platform/config.ts';
import { TooManyCalls } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { addCalls } from '../table/call-count.ts';

/**
 * Calls of one member that a function instance counts by itself before it adds them to what all others have counted:
 * who calls as people do then costs nothing, and who calls without end a tenth of a write each.
 */
export const COUNTED_ALONE = 10;

const MINUTE_MS = 60_000;

/** What a limit is kept with. */
interface CallRateMeans {
  /** Calls of one member in a minute. */
  readonly limit: number;
  /** Adds calls to those that all instances share, and answers how many these are now. */
  readonly add: (userId: string, minute: number, calls: number) => Promise<number>;
  /** Milliseconds. */
  readonly now?: () => number;
}

/**
 * Counts the calls of each member within the running minute, in this instance and, ten at a time, in all. So a member
 * may exceed the limit by up to ten calls for each instance that they reach at once, and by no more.
 *
 * @returns what counts one call; it throws {@link TooManyCalls} when that is one too many. A count that cannot be
 *   shared refuses nobody.
 */
export function callRate({ limit, add, now = Date.now }: CallRateMeans): (userId: string) => Promise<void> {
  let minute = 0;
  const counts = new Map<string, { shared: number; alone: number }>();

  return async (userId) => {
    const time = now();
    const present = Math.floor(time / MINUTE_MS);
    if (present !== minute) counts.clear();
    minute = present;
    const count = counts.get(userId) ?? { shared: 0, alone: 0 };
    counts.set(userId, count);
    const refuse = () => {
      throw new TooManyCalls(Math.ceil(((present + 1) * MINUTE_MS - time) / 1000));
    };
    // Who has been refused is not counted on: a flood of refusals must cost no writes.
    if (count.shared + count.alone >= limit) refuse();
    count.alone += 1;
    if (count.alone < COUNTED_ALONE) return;
    count.alone = 0;
    try {
      count.shared = await add(userId, present, COUNTED_ALONE);
    } catch (error) {
      count.shared += COUNTED_ALONE;
      logger.warn('calls could not be counted', { error: error as Error });
    }
    if (count.shared > limit) refuse();
  };
}

let countOne: ((userId: string) => Promise<void>) | undefined;

/**
 * Counts a call of a member, where the stage limits them.
 *
 * @throws TooManyCalls when it is one too many
 */
export async function countCall(userId: string): Promise<void> {
  const limit = settingIfGiven('CALLS_PER_MINUTE');
  if (limit === undefined) return;
  countOne ??= callRate({ limit: Number(limit), add: addCalls });
  await countOne(userId);
}

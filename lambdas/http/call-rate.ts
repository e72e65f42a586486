import { optionalSetting } from '../platform/config.ts';
import { TooManyCalls } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { addCalls } from '../table/call-count.ts';

/**
 * Number of a member's calls that an instance counts in memory before it adds them to the shared count. Normal use
 * therefore costs no writes, and excessive use costs a tenth of a write per call.
 */
export const LOCAL_BATCH = 10;

const MINUTE_MS = 60_000;

interface CallRateOptions {
  /** Maximum calls per member and minute. */
  readonly limit: number;
  /** Adds to the shared count and returns its new value. */
  readonly add: (userId: string, minute: number, calls: number) => Promise<number>;
  /** Returns the time in milliseconds. */
  readonly now?: () => number;
}

/**
 * Counts each member's calls within the current minute: in this instance and, in batches of ten, across all instances.
 * A member can exceed the limit by up to ten calls per instance.
 *
 * @returns a function that counts one call and throws {@link TooManyCalls} above the limit. If the shared count is
 *   unavailable, it limits the calls of this instance only.
 */
export function createCallCounter({ limit, add, now = Date.now }: CallRateOptions): (userId: string) => Promise<void> {
  let minute = 0;
  const counts = new Map<string, { shared: number; local: number }>();

  return async (userId) => {
    const time = now();
    const currentMinute = Math.floor(time / MINUTE_MS);
    if (currentMinute !== minute) counts.clear();
    minute = currentMinute;
    const count = counts.get(userId) ?? { shared: 0, local: 0 };
    counts.set(userId, count);
    const reject = () => {
      throw new TooManyCalls(Math.ceil(((currentMinute + 1) * MINUTE_MS - time) / 1000));
    };
    // Rejected calls are not counted, so that a flood of them costs no writes.
    if (count.shared + count.local >= limit) reject();
    count.local += 1;
    if (count.local < LOCAL_BATCH) return;
    count.local = 0;
    try {
      count.shared = await add(userId, currentMinute, LOCAL_BATCH);
    } catch (error) {
      count.shared += LOCAL_BATCH;
      logger.warn('Call count not stored', { error: error as Error });
    }
    if (count.shared > limit) reject();
  };
}

let countInMinute: ((userId: string) => Promise<void>) | undefined;

/**
 * Counts a member's call, if the stage limits calls.
 *
 * @throws TooManyCalls above the limit
 */
export async function countCall(userId: string): Promise<void> {
  const limit = optionalSetting('CALLS_PER_MINUTE');
  if (limit === undefined) return;
  countInMinute ??= createCallCounter({ limit: Number(limit), add: addCalls });
  await countInMinute(userId);
}

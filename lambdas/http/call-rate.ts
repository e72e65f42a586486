import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { readOptionalSetting } from '../platform/config.ts';
import { TooManyCalls } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { reserveCalls } from '../table/call-count.ts';

/** Maximum calls that an instance reserves with one write. A flood therefore costs a tenth of a write per call. */
const MAX_BATCH = 10;

interface CallRateOptions {
  /** Maximum calls per member and minute. */
  readonly limit: number;
  /** Reserves calls from the count that all instances share. Returns false if that would exceed the limit. */
  readonly reserve: (reservation: {
    readonly userId: string;
    readonly minute: number;
    readonly count: number;
    readonly limit: number;
  }) => Promise<boolean>;
  /** Builds the error for a call above the limit. */
  readonly buildError?: (retryAfterSeconds: number) => Error;
  /** Returns the time in milliseconds. */
  readonly now?: () => number;
}

/** A member's calls of the current minute, in this instance. */
interface Share {
  /** Number of calls that this instance has reserved. */
  reservedCalls: number;
  /** Number of reserved calls that are not used yet. */
  unusedCalls: number;
  /** Whether the shared count has reached the limit. */
  isExhausted: boolean;
}

/**
 * Counts each member's calls within the current minute, across all instances. An instance reserves calls from the
 * shared count before it serves them, so that the members' calls never exceed the limit. A call is a request or, for
 * sockets, a frame.
 *
 * The first reservation is one call, and each further one is as large as all earlier ones, up to {@link MAX_BATCH}. An
 * instance therefore never holds more unused calls than it has used.
 *
 * @returns a function that counts one call. It throws synchronously if the limit is known to be reached. Otherwise, it
 *   returns a promise, so that a caller can read while the reservation is made. The promise rejects if the reservation
 *   fails. If the shared count is unavailable, the function limits the calls of this instance only.
 */
export function createCallCounter({
  limit,
  reserve,
  buildError = (seconds) => new TooManyCalls(seconds),
  now = Date.now,
}: CallRateOptions): (userId: string) => Promise<void> {
  let countedMinute = 0;
  const shares = new Map<string, Share>();

  /** Reserves the next batch, or a smaller one if little is left of the limit. */
  async function refill(userId: string, share: Share, minute: number): Promise<void> {
    const batchSize = Math.min(Math.max(1, share.reservedCalls), MAX_BATCH, limit);

    try {
      for (let count = batchSize; count >= 1; count = Math.floor(count / 2)) {
        if (await reserve({ userId, minute, count, limit })) return addCalls(share, count);
      }
    } catch (error) {
      logger.warn('Call count not stored', { error: error as Error });
      // Calls are served even if the count can't be written. Then only this instance's own count limits them.
      addCalls(share, Math.min(batchSize, limit - share.reservedCalls));
    }

    share.isExhausted = share.unusedCalls === 0;
  }

  /** Uses one reserved call. If none is left, reserves calls first. */
  async function useCall(userId: string, share: Share, time: number): Promise<void> {
    if (share.unusedCalls === 0) await refill(userId, share, Math.floor(time / MINUTE_MS));
    if (share.unusedCalls === 0) throw buildRejection(time);
    share.unusedCalls -= 1;
  }

  /** Builds the error for a call above the limit. The member can call again when the minute ends. */
  function buildRejection(time: number): Error {
    const minuteEnd = (Math.floor(time / MINUTE_MS) + 1) * MINUTE_MS;
    return buildError(Math.ceil((minuteEnd - time) / 1000));
  }

  return (userId) => {
    const time = now();
    const currentMinute = Math.floor(time / MINUTE_MS);
    if (currentMinute !== countedMinute) shares.clear();
    countedMinute = currentMinute;

    const share = shares.get(userId) ?? { reservedCalls: 0, unusedCalls: 0, isExhausted: false };
    shares.set(userId, share);
    // An exhausted count is not written again, so that a flood of rejected calls costs nothing.
    if (share.unusedCalls === 0 && share.isExhausted) throw buildRejection(time);

    return useCall(userId, share, time);
  };
}

function addCalls(share: Share, count: number): void {
  share.reservedCalls += count;
  share.unusedCalls += count;
}

/** The counter of this instance, created at the first call. */
let instanceCounter: ((userId: string) => Promise<void>) | undefined;

/**
 * Counts a member's call, if the stage limits calls. Throws before the promise exists if the limit is known to be
 * reached.
 *
 * @throws TooManyCalls above the limit
 */
export function countCall(userId: string): Promise<void> {
  const limit = readOptionalSetting('CALLS_PER_MINUTE');
  if (limit === undefined) return Promise.resolve();

  instanceCounter ??= createCallCounter({ limit: Number(limit), reserve: reserveCalls });
  return instanceCounter(userId);
}

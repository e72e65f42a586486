import { type FrameRoute, socketLimits } from '../../shared/contract/socket-frames.ts';
import { createCallCounter } from '../http/call-rate.ts';
import { reserveFrames } from '../table/call-count.ts';
import { allowedFor } from '../table/conduct.ts';
import { FrameFlood, TooManyFrames } from './errors.ts';

/** The counters of this instance, by kind of frame: `all`, `refused`, or an action with its own count. */
const counters = new Map<string, (userId: string) => Promise<void>>();

/**
 * Counts a member's frame, over all of their sockets. An action with a limit has its own count; all other frames have a
 * common count. No frame has two counts, because each can cost a write. All limits are the same for every standing, so
 * no profile is read.
 *
 * Refused frames of all kinds have a common count, with the limit of frames. A page waits after a refused frame, so it
 * never reaches this limit.
 *
 * @throws TooManyFrames above a limit
 * @throws FrameFlood above a limit, if the count of refused frames has also reached its limit
 */
export async function countFrame(userId: string, route: FrameRoute): Promise<void> {
  try {
    await findRouteCounter(route)(userId);
  } catch (error) {
    if (error instanceof TooManyFrames) await findCounter('refused', 'frames', FrameFlood)(userId);
    throw error;
  }
}

/** Returns the counter of a route: its own if its action has a limit, otherwise the common one. */
function findRouteCounter(route: FrameRoute): (userId: string) => Promise<void> {
  const limit = route === '$default' ? undefined : socketLimits[route];
  return limit && 'each' in limit ? findCounter(route, limit.each) : findCounter('all', 'frames');
}

/** Returns the counter of a kind of frame, created at its first use. */
function findCounter(
  kind: string,
  limit: 'frames' | 'typing',
  TooMany = TooManyFrames,
): (userId: string) => Promise<void> {
  const cachedCounter = counters.get(kind);
  if (cachedCounter) return cachedCounter;

  const counter = createCallCounter({
    // The limit doesn't depend on the member.
    limit: allowedFor(limit, { userId: '' }),
    reserve: (reservation) => reserveFrames(kind, reservation),
    buildError: (retryAfterSeconds) => new TooMany(retryAfterSeconds),
  });
  counters.set(kind, counter);

  return counter;
}

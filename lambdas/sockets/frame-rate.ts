import { type FrameRoute, socketLimits } from '../../shared/contract/socket-frames.ts';
import { createCallCounter } from '../http/call-rate.ts';
import { reserveFrames } from '../table/call-count.ts';
import { allowedFor } from '../table/conduct.ts';
import { FrameFlood, TooManyFrames } from './errors.ts';

/** Counters of this instance, by kind of frame. */
const counters = new Map<string, (userId: string) => Promise<void>>();

/**
 * Counts a member's frame, over all of their sockets: among those of its action if that has a limit, otherwise among all
 * other frames. Each count is a write. All limits are the same for every standing, so no profile is read.
 *
 * Refused frames of all kinds have a common count. Its limit is that of frames: a page, which waits when it is told to,
 * never comes near it.
 *
 * @throws TooManyFrames above a limit
 * @throws FrameFlood above a limit, if as many frames as a minute allows have been refused already
 */
export async function countFrame(userId: string, route: FrameRoute): Promise<void> {
  try {
    await counterFor(route)(userId);
  } catch (error) {
    if (error instanceof TooManyFrames) await counterOf('refused', 'frames', FrameFlood)(userId);
    throw error;
  }
}

function counterFor(route: FrameRoute): (userId: string) => Promise<void> {
  const limit = route === '$default' ? undefined : socketLimits[route];
  return limit && 'each' in limit ? counterOf(route, limit.each) : counterOf('all', 'frames');
}

function counterOf(
  kind: string,
  limit: 'frames' | 'typing',
  TooMany = TooManyFrames,
): (userId: string) => Promise<void> {
  const existing = counters.get(kind);
  if (existing) return existing;
  const counter = createCallCounter({
    limit: allowedFor(limit, { userId: '' }),
    reserve: (reservation) => reserveFrames(kind, reservation),
    error: (retryAfterSeconds) => new TooMany(retryAfterSeconds),
  });
  counters.set(kind, counter);
  return counter;
}

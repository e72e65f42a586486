import { type SocketAction, socketLimits } from '../../shared/contract/socket.ts';
import { createCallCounter } from '../http/call-rate.ts';
import { reserveFrames } from '../table/call-count.ts';
import { allowedFor } from '../table/conduct.ts';
import { TooManyFrames } from './errors.ts';

/** Counters of this instance, by kind of frame. */
const counters = new Map<string, (userId: string) => Promise<void>>();

/**
 * Counts a member's frame, over all of their sockets: among those of its action if that has a limit, otherwise among all
 * other frames. Each count is a write. Both limits are the same for every standing, so no profile is read.
 *
 * @throws TooManyFrames above a limit
 */
export async function countFrame(userId: string, action: SocketAction): Promise<void> {
  const limit = socketLimits[action];
  const counter = 'each' in limit ? counterOf(action, limit.each) : counterOf('all', 'frames');
  await counter(userId);
}

function counterOf(kind: string, limit: 'frames' | 'typing'): (userId: string) => Promise<void> {
  const existing = counters.get(kind);
  if (existing) return existing;
  const counter = createCallCounter({
    limit: allowedFor(limit, { userId: '' }),
    reserve: (reservation) => reserveFrames(kind, reservation),
    error: (retryAfterSeconds) => new TooManyFrames(retryAfterSeconds),
  });
  counters.set(kind, counter);
  return counter;
}

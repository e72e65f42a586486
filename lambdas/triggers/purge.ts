import type { Context, ScheduledEvent } from 'aws-lambda';
import { purge, purgePending } from '../account/purge.ts';
import { logger } from '../platform/logger.ts';
import type { PurgeRequest } from '../platform/purge-request.ts';

/** Time kept back for the step that has begun, in milliseconds. */
const RESERVE_MS = 30_000;

/**
 * Removes what has been hidden: one account or post as soon as it is, and on a schedule whatever is left. What does not
 * fit into one invocation is gone on with by the next.
 */
export const handler = async (event: PurgeRequest | ScheduledEvent, context: Context): Promise<void> => {
  const timeLeft = () => context.getRemainingTimeInMillis() > RESERVE_MS;
  if ('kind' in event) {
    const finished = await purge(event, timeLeft);
    logger.info('removal', { kind: event.kind, finished });
  } else {
    logger.info('removals', await purgePending(timeLeft));
  }
};

import type { Context, ScheduledEvent } from 'aws-lambda';
import { purge, purgePending } from '../account/purge.ts';
import { logger } from '../platform/logger.ts';
import { RowsFailed } from '../platform/process-rows.ts';
import type { PurgeRequest } from '../platform/purge-request.ts';
import { isBeingRestored } from '../table/restore-marker.ts';

/** Time reserved to finish the current step, in milliseconds. */
const RESERVE_MS = 30_000;

/**
 * Purges hidden accounts and posts: each right after it is hidden, and on a schedule all that remain. The next
 * scheduled run continues work that exceeds one invocation. Does nothing while the table is being restored: the
 * accounts and posts stay hidden until a later run.
 *
 * Throws if a purge fails, so that Lambda retries it and the alarm `PurgeFailed` starts.
 */
export const handler = async (event: PurgeRequest | ScheduledEvent, context: Context): Promise<void> => {
  if (await isBeingRestored()) return logger.warn('Paused by a restore', { job: 'purge' });

  const timeLeft = () => context.getRemainingTimeInMillis() > RESERVE_MS;
  if ('kind' in event) {
    const isFinished = await purge(event, timeLeft);
    logger.info('purge', { kind: event.kind, finished: isFinished });
  } else {
    const outcome = await purgePending(timeLeft);
    logger.info('purge-pending', { ...outcome });
    if (outcome.failed > 0) throw new RowsFailed('purge-pending', outcome.failed);
  }
};

import type { Context, ScheduledEvent } from 'aws-lambda';
import { purgeOrphans } from '../account/purge-orphans.ts';
import { logger } from '../platform/logger.ts';
import { isBeingRestored } from '../table/restore-marker.ts';

/** Maximum number of members that one run checks. At 20 to 50 ms each, they take up to four minutes. */
const SAMPLE_SIZE = 5000;

/** Time reserved to finish the current page and to hide orphans, in milliseconds. */
const RESERVE_MS = 60_000;

/** An operator's request to purge up to this number of orphans. See docs/operating.md#orphans. */
interface ConfirmedRun {
  readonly maxOrphans: number;
}

/** Purges members without a sign-in on a schedule. Does nothing while the table is being restored. */
export const handler = async (event: ScheduledEvent | ConfirmedRun, context: Context): Promise<void> => {
  if (await isBeingRestored()) return logger.warn('Paused by a restore', { job: 'purge-orphans' });

  const run = await purgeOrphans({
    sample: SAMPLE_SIZE,
    maxOrphans: 'maxOrphans' in event ? event.maxOrphans : undefined,
    timeLeft: () => context.getRemainingTimeInMillis() > RESERVE_MS,
  });
  logger.info('purge-orphans', { ...run });
};

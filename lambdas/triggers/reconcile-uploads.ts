import type { Context, ScheduledEvent } from 'aws-lambda';
import { reconcileUploads } from '../files/reconcile-uploads.ts';
import { logger } from '../platform/logger.ts';
import { isBeingRestored } from '../table/restore-marker.ts';

/** Time reserved to finish the current page, and to delete what a run has planned, in milliseconds. */
const RESERVE_MS = 60_000;

/** An operator's request to start a new round with other limits. See docs/operating.md#refused-deletions. */
interface ConfirmedRun {
  readonly newRound: true;
  readonly maxDeletions?: number;
  readonly maxDebits?: number;
}

/** Compares the bucket with the table on a schedule. Does nothing while the table is being restored. */
export const handler = async (event: ScheduledEvent | ConfirmedRun, context: Context): Promise<void> => {
  if (await isBeingRestored()) return logger.warn('Paused by a restore', { job: 'reconcile-uploads' });

  const options = 'newRound' in event ? event : {};
  const timeLeft = () => context.getRemainingTimeInMillis() > RESERVE_MS;
  logger.info('reconcile-uploads', { ...(await reconcileUploads(timeLeft, options)) });
};

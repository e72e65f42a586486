import type { ScheduledHandler } from 'aws-lambda';
import { reconcileUploads } from '../files/reconcile-uploads.ts';
import { logger } from '../platform/logger.ts';

/** Time reserved to finish the current page, in milliseconds. */
const RESERVE_MS = 30_000;

/** Compares the bucket with the table on a schedule. */
export const handler: ScheduledHandler = async (_event, context) => {
  const outcome = await reconcileUploads(() => context.getRemainingTimeInMillis() > RESERVE_MS);
  logger.info('reconcile-uploads', { ...outcome });
};

import type { ScheduledHandler } from 'aws-lambda';
import { auditLedgers } from '../account/audit-ledgers.ts';
import { logger } from '../platform/logger.ts';

/** Members that one run audits. */
const SAMPLE = 1000;

/** Time reserved to finish the current page, in milliseconds. */
const RESERVE_MS = 30_000;

/** Compares ledgers with profiles on a schedule. */
export const handler: ScheduledHandler = async (_event, context) => {
  const audit = await auditLedgers(SAMPLE, () => context.getRemainingTimeInMillis() > RESERVE_MS);
  logger.info('audit-ledgers', { ...audit });
};

import type { Context } from 'aws-lambda';
import { auditLedgers } from '../account/audit-ledgers.ts';
import { logger } from '../platform/logger.ts';

/** Time reserved to finish the current batch, in milliseconds. */
const RESERVE_MS = 60_000;

/** An event of the schedule, or of an operator who starts a new round, for instance after a restore. */
interface AuditEvent {
  readonly newRound?: boolean;
}

/** Compares ledgers with profiles on a schedule. Returns and logs the result of the current round. */
export async function handler({ newRound = false }: AuditEvent, context: Pick<Context, 'getRemainingTimeInMillis'>) {
  const audit = await auditLedgers({ newRound, timeLeft: () => context.getRemainingTimeInMillis() > RESERVE_MS });
  logger.info('audit-ledgers', { ...audit });
  return audit;
}

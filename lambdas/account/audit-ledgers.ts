import { computeDepth, type DepthTotals } from '../../shared/rules/depth.ts';
import { openAllForJob, openForJob } from '../access/open-sealed.ts';
import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import { countMetric } from '../platform/metrics.ts';
import { processRows } from '../platform/process-rows.ts';
import { ReadPace } from '../platform/read-pace.ts';
import { sumLedger } from '../table/ledger.ts';
import { getMembers, getProfile, isDeleted, type Profile } from '../table/profile.ts';
import { type RoundOptions, visitMembers } from './member-rounds.ts';

/** Why this job opens items without a viewer. */
const REASON = 'compares profiles with ledgers';

const JOB = 'audit-ledgers';

/** Parts of a round, and so the maximum number of workers. Each part reads the whole list of members. */
export const SEGMENTS = 4;

/** The least time between the starts of two rounds. */
const ROUND_MS = 24 * 3_600_000;

/** Read units per second of one worker. All workers use 5 % of what a new on-demand table allows (12,000). */
export const READ_UNITS_PER_SECOND = 150;

/** Attempts to read a profile and its ledger without a concurrent change. */
const MAX_ATTEMPTS = 3;

/** The options of one run of the audit. Defaults come from the constants above. */
export type AuditOptions = Pick<RoundOptions, 'timeLeft' | 'newRound' | 'now'> & Partial<RoundOptions>;

/** The result of the current round, of all workers. */
interface Audit {
  readonly audited: number;
  readonly mismatched: number;
  /** Members whose ledger couldn't be read. The log names them. */
  readonly failed: number;
  readonly finished: boolean;
}

/**
 * Compares profiles with the sums of their ledgers. They must match, because depth changes only with a ledger entry.
 *
 * A round audits all members. A run works on it until its time is over; several runs can work at the same time.
 *
 * @throws the first transient error; a later run audits the same members again
 */
export async function auditLedgers(options: AuditOptions): Promise<Audit> {
  const { pace = new ReadPace(READ_UNITS_PER_SECOND) } = options;
  const settings = { job: JOB, segments: SEGMENTS, everyMs: ROUND_MS, pageSize: 1000, batchSize: 25 };
  const { counts, finished } = await visitMembers({ ...settings, ...options, pace }, (userIds) => audit(userIds, pace));
  const { audited = 0, mismatched = 0, failed = 0 } = counts;
  return { audited, mismatched, failed, finished };
}

async function audit(userIds: readonly string[], pace: ReadPace) {
  const members = await openAllForJob(REASON, getMembers(userIds));
  await pace.spend(userIds.length / 2);
  let mismatched = 0;

  const auditMember = async (userId: string) => {
    const totals = await sumLedger(userId, { consistent: false, onPage: (units) => pace.spend(units) });
    const member = members.get(userId);
    if (!member || isDeleted(member) || matches(member, totals)) return;
    // The profile may have changed between the two reads. Reads both again, with strong consistency.
    if (await isMismatched(userId)) mismatched++;
  };

  const failed = await processRows(userIds, auditMember, { job: JOB, describe: (userId) => ({ userId }) });
  return { audited: userIds.length - failed, mismatched, failed };
}

/** Returns whether a profile differs from its ledger, with strong consistency. Logs and counts a mismatch. */
async function isMismatched(userId: string): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const profile = await openForJob(REASON, getProfile(userId, { consistent: true }));
    const totals = await sumLedger(userId);
    const laterProfile = await openForJob(REASON, getProfile(userId, { consistent: true }));
    if (!profile || !laterProfile) return false;
    if (profile.version !== laterProfile.version) continue;
    if (matches(profile, totals)) return false;

    countMetric('ledgerMismatches');
    const { version } = profile;
    const { entries } = totals;
    logger.error('Profile does not match its ledger', { ...nameForRepair({ userId }), version, entries });
    return true;
  }

  return false;
}

function matches(profile: Profile, { entries, ...totals }: DepthTotals & { readonly entries: number }): boolean {
  return (
    profile.contributedBytes === totals.contributedBytes &&
    profile.purchasedCm === totals.purchasedCm &&
    profile.depth === computeDepth(totals) &&
    profile.version === entries
  );
}

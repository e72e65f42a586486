import { computeDepth, type DepthTotals } from '../../shared/rules/depth.ts';
import { DAY_MS } from '../../shared/rules/durations.ts';
import { openAllForJob, openForJob } from '../access/open-sealed.ts';
import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import { countMetric } from '../platform/metrics.ts';
import { processRows } from '../platform/process-rows.ts';
import { ReadPace } from '../platform/read-pace.ts';
import { countMember, getDepthMarkers } from '../table/depth-histogram.ts';
import { sumLedger } from '../table/ledger.ts';
import { getMembers, getProfile, isDeleted, type Profile } from '../table/profile.ts';
import { isBeingRestored } from '../table/restore-marker.ts';
import { type RoundOptions, visitMembers } from './member-rounds.ts';

/** Why this job opens items without a viewer. */
const REASON = 'compares profiles with ledgers';

/** The name of the job in the log, and of its progress in the table. */
const JOB = 'audit-ledgers';

/** Number of segments of a round, and so the maximum number of workers. Each worker reads the whole list of members. */
export const SEGMENTS = 4;

/** Minimum time between the starts of two rounds, in milliseconds. */
const ROUND_MS = DAY_MS;

/** Read units per second of one worker. All workers use 5 % of what a new on-demand table allows (12,000). */
export const READ_UNITS_PER_SECOND = 150;

/** Read units of a profile with eventual consistency. */
const READ_UNITS_PER_PROFILE = 0.5;

/** Read units of a member's marker in the depth histogram, with eventual consistency. */
const READ_UNITS_PER_MARKER = 0.5;

/** Number of members per page of the list. */
const PAGE_SIZE = 1000;

/** Number of members whose profiles one request reads. */
const BATCH_SIZE = 25;

/** Maximum attempts to read a profile and its ledger without a concurrent change. */
const MAX_ATTEMPTS = 3;

/**
 * The options of one run of the audit. {@link auditLedgers} sets the options of the round that a caller omits: job,
 * segments, interval, page size, batch size, and pace.
 */
export type AuditOptions = Pick<RoundOptions, 'timeLeft' | 'newRound' | 'now'> & Partial<RoundOptions>;

/** The result of the current round, of all workers. */
interface Audit {
  readonly audited: number;
  readonly mismatched: number;
  /** Members whose ledger couldn't be read. The log names them. */
  readonly failed: number;
  /** Members whose count in the depth histogram was missing or outdated. The audit has corrected it. */
  readonly recounted: number;
  readonly finished: boolean;
}

/**
 * Compares profiles with the sums of their ledgers. They must match, because depth changes only with a ledger entry.
 * Also counts members in the depth histogram if the change feed has missed them.
 *
 * A round audits all members. A run works on the current round until the run's time is over. Several runs can work at
 * the same time.
 *
 * @throws the first transient error; a later run audits the same members again
 */
export async function auditLedgers(options: AuditOptions): Promise<Audit> {
  const { pace = new ReadPace(READ_UNITS_PER_SECOND) } = options;
  const defaults = {
    job: JOB,
    segmentCount: SEGMENTS,
    roundIntervalMs: ROUND_MS,
    pageSize: PAGE_SIZE,
    batchSize: BATCH_SIZE,
  };
  const roundOptions: RoundOptions = { ...defaults, ...options, pace };

  const { counts, finished } = await visitMembers(roundOptions, (userIds) => auditBatch(userIds, pace));
  const { audited = 0, mismatched = 0, failed = 0, recounted = 0 } = counts;

  return { audited, mismatched, failed, recounted, finished };
}

/** Compares the profiles of a batch with their ledgers, and repairs the depth histogram. Returns the batch's counts. */
async function auditBatch(userIds: readonly string[], pace: ReadPace) {
  const members = await openAllForJob(REASON, getMembers(userIds));
  const markers = await getDepthMarkers(userIds);
  await pace.spend(userIds.length * (READ_UNITS_PER_PROFILE + READ_UNITS_PER_MARKER));

  let mismatchedCount = 0;
  const auditMember = async (userId: string) => {
    const totals = await sumLedger(userId, { consistent: false, onPage: (units) => pace.spend(units) });
    const member = members.get(userId);
    if (!member || isDeleted(member) || matchesLedger(member, totals)) return;

    // The profile may have changed between the two reads. Reads both again, with strong consistency.
    if (await reportIfMismatched(userId)) mismatchedCount++;
  };

  const failedCount = await processRows(userIds, auditMember, { job: JOB, describe: (userId) => ({ userId }) });

  const profiles = [...members.values()].filter((member): member is Profile => !isDeleted(member));
  const outdatedProfiles = profiles.filter(({ userId, version }) => markers.get(userId)?.version !== version);
  const recountedCount = await recount(outdatedProfiles);

  return {
    audited: userIds.length - failedCount,
    mismatched: mismatchedCount,
    failed: failedCount,
    recounted: recountedCount,
  };
}

/**
 * Counts members in the depth histogram if the change feed has missed them, or has not reached them yet. Counts them
 * one after another, because they share buckets.
 *
 * @returns the number of members whose count has changed
 */
async function recount(profiles: readonly Profile[]): Promise<number> {
  // While the table is restored, or a rebuild deletes the histogram, new counts would be deleted again.
  if (profiles.length === 0 || (await isBeingRestored())) return 0;

  let recountedCount = 0;
  const recountMember = async (profile: Profile) => {
    if (await countMember(profile)) recountedCount++;
  };
  await processRows(profiles, recountMember, { job: JOB, describe: ({ userId }) => ({ userId }), sequential: true });

  if (recountedCount > 0) countMetric('viewRowsRepaired', recountedCount);

  return recountedCount;
}

/** Logs and counts a profile that differs from its ledger, with strong consistency. Returns whether it differs. */
async function reportIfMismatched(userId: string): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const profile = await openForJob(REASON, getProfile(userId, { consistent: true }));
    const totals = await sumLedger(userId);
    const laterProfile = await openForJob(REASON, getProfile(userId, { consistent: true }));

    if (!profile || !laterProfile) return false;
    if (profile.version !== laterProfile.version) continue;
    if (matchesLedger(profile, totals)) return false;

    countMetric('ledgerMismatches');
    const { version } = profile;
    const { entryCount } = totals;
    logger.error('Profile does not match its ledger', { ...nameForRepair({ userId }), version, entries: entryCount });
    return true;
  }

  // The profile kept changing, so no attempt could compare it. The next round audits it again.
  return false;
}

/** Returns whether a profile equals the sums of its ledger. Each entry raises the profile's version by one. */
function matchesLedger(
  profile: Profile,
  { entryCount, ...totals }: DepthTotals & { readonly entryCount: number },
): boolean {
  return (
    profile.contributedBytes === totals.contributedBytes &&
    profile.purchasedCm === totals.purchasedCm &&
    profile.depth === computeDepth(totals) &&
    profile.version === entryCount
  );
}

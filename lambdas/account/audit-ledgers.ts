import { computeDepth, type Micrometres } from '../../shared/depth/depth.ts';
import { logger } from '../platform/logger.ts';
import { countMetric } from '../platform/metrics.ts';
import { processRows } from '../platform/process-rows.ts';
import { type DepthPosition, readDepthIndex } from '../table/depth-index.ts';
import { partitionIdOf } from '../table/item-types.ts';
import { clearJobProgress, readJobProgress, saveJobProgress } from '../table/job-progress.ts';
import { sumLedger } from '../table/ledger.ts';
import { getProfile } from '../table/profile.ts';

const JOB = 'audit-ledgers';
const PAGE_SIZE = 50;

/** A depth value above every member, so that the job reads all of them. */
const MAX_DEPTH: Micrometres = Number.MAX_SAFE_INTEGER;

/** Attempts to read a profile and its ledger without a concurrent change. */
const MAX_ATTEMPTS = 3;

/** The result of one run. */
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
 * A run audits a sample, the next run continues with the following members, and after the last member it starts over.
 *
 * @param sample - maximum number of members per run, rounded up to a page
 * @param timeLeft - returns whether there is time for another page
 * @throws the first transient error; the next run audits the same page again
 */
export async function auditLedgers(sample: number, timeLeft: () => boolean): Promise<Audit> {
  let from: DepthPosition | null = (await readJobProgress<DepthPosition>(JOB)) ?? { progress: [] };
  let [audited, mismatched, failed] = [0, 0, 0];
  const auditMember = async (userId: string) => {
    if (!(await matchesLedger(userId))) mismatched++;
  };
  while (from && audited < sample && timeLeft()) {
    const query = { kind: 'USER', index: 'ByText', depth: MAX_DEPTH, limit: PAGE_SIZE, filters: [] } as const;
    const page = await readDepthIndex({ ...query, from });
    const members = page.rows.map(({ pk }) => partitionIdOf({ pk }));
    const unread = await processRows(members, auditMember, { job: JOB, describe: (userId) => ({ userId }) });
    audited += members.length - unread;
    failed += unread;
    from = page.next;
    if (from) await saveJobProgress(JOB, from);
  }
  if (!from) await clearJobProgress(JOB);
  return { audited, mismatched, failed, finished: !from };
}

/** Returns whether a profile matches its ledger. Logs and counts a mismatch. */
async function matchesLedger(userId: string): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const profile = await getProfile(userId, { consistent: true });
    const { entries, ...totals } = await sumLedger(userId);
    const after = await getProfile(userId, { consistent: true });
    if (!profile || !after) return true;
    if (profile.version !== after.version) continue;
    const { contributedBytes, purchasedCm, depth, version } = profile;
    const matching =
      contributedBytes === totals.contributedBytes &&
      purchasedCm === totals.purchasedCm &&
      depth === computeDepth(totals) &&
      version === entries;
    if (matching) return true;
    countMetric('ledgerMismatches');
    logger.error('Profile does not match its ledger', { userId, version, entries });
    return false;
  }
  return true;
}

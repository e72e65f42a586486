import { depthOf, type Micrometres } from '../../shared/depth/depth.ts';
import { logger } from '../platform/logger.ts';
import { count } from '../platform/metrics.ts';
import { type DepthPosition, readDepthIndex } from '../table/depth-index.ts';
import { partitionIdOf } from '../table/item-types.ts';
import { finishJob, jobProgress, saveJobProgress } from '../table/job.ts';
import { sumLedger } from '../table/ledger.ts';
import { getProfile } from '../table/profile.ts';

const JOB = 'audit-ledgers';
const PAGE_SIZE = 50;

/** Higher than anybody: from here every member is seen. */
const ABOVE_ALL: Micrometres = Number.MAX_SAFE_INTEGER;

/** What is changed while it is looked at is looked at again, so often. */
const MAX_LOOKS = 3;

/** What one run found. */
interface Audit {
  readonly audited: number;
  readonly mismatched: number;
  readonly finished: boolean;
}

/**
 * Adds ledgers up, and compares them with their members' profiles: nothing but a ledger entry may move anybody (design
 * §3). A run looks at so many members, and the next one goes on with others; after the last it begins anew.
 *
 * @param sample - how many members one run looks at, at most, rounded up to a page
 * @param timeLeft - whether there is time for another page
 */
export async function auditLedgers(sample: number, timeLeft: () => boolean): Promise<Audit> {
  let from: DepthPosition | null = (await jobProgress<DepthPosition>(JOB)) ?? { progress: [] };
  let [audited, mismatched] = [0, 0];
  while (from && audited < sample && timeLeft()) {
    const query = { kind: 'USER', index: 'ByText', depth: ABOVE_ALL, limit: PAGE_SIZE, filters: [] } as const;
    const page = await readDepthIndex({ ...query, from });
    const verdicts = await Promise.all(page.rows.map(({ pk }) => isSound(partitionIdOf({ pk }))));
    audited += verdicts.length;
    mismatched += verdicts.filter((sound) => !sound).length;
    from = page.next;
    if (from) await saveJobProgress(JOB, from);
  }
  if (!from) await finishJob(JOB);
  return { audited, mismatched, finished: !from };
}

/** Whether a member's profile is what their ledger says; reports it when it is not. */
async function isSound(userId: string): Promise<boolean> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const profile = await getProfile(userId, { consistent: true });
    const { entries, ...totals } = await sumLedger(userId);
    const after = await getProfile(userId, { consistent: true });
    if (!profile || !after) return true;
    if (profile.version !== after.version) continue;
    const { contributedBytes, purchasedCm, depth, version } = profile;
    const sound =
      contributedBytes === totals.contributedBytes &&
      purchasedCm === totals.purchasedCm &&
      depth === depthOf(totals) &&
      version === entries;
    if (sound) return true;
    count('ledgerMismatches');
    logger.error('A ledger and its profile differ', { userId, version, entries });
    return false;
  }
  return true;
}

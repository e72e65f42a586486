import { hasCognitoUser } from '../members/cognito-users.ts';
import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import { countMetric } from '../platform/metrics.ts';
import { processRows } from '../platform/process-rows.ts';
import { startPurge } from '../platform/purge-request.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { type MemberPosition, readMemberPage, readMemberPosition, saveMemberPosition } from './member-pages.ts';

const JOB = 'purge-orphans';

/** Maximum number of orphans that one run purges. */
export const MAX_ORPHANS = 10;

/** Maximum share of a run's members that may be orphans. One orphan is always allowed. */
const MAX_ORPHAN_SHARE = 0.1;

interface OrphanOptions {
  /** Maximum number of members per run, rounded up to a page. */
  readonly sample: number;
  /** Replaces both limits. For an operator who has checked the orphans. */
  readonly maxOrphans?: number | undefined;
  /** Returns whether there is time for another page. */
  readonly timeLeft: () => boolean;
}

/** The result of one run. */
interface OrphanRun {
  readonly checked: number;
  readonly orphans: number;
  readonly purged: number;
  /** Members whose sign-in couldn't be checked. The log names them. */
  readonly failed: number;
  /** There were too many orphans, so nothing was purged. */
  readonly refused: boolean;
  readonly finished: boolean;
}

/**
 * Purges orphans: members whose sign-in was deleted, but not through `DELETE /users/delete`. Any access token allows
 * Cognito's `DeleteUser`.
 *
 * A run checks a sample, the next run continues with the following members, and after the last member it starts over.
 * Orphans are hidden and purged like deleted accounts.
 *
 * A wrong or restored user pool makes many members look like orphans. So a run purges no one if it finds more than
 * {@link MAX_ORPHANS} or {@link MAX_ORPHAN_SHARE}, if it finds no sign-in at all, or if a check fails. It then raises an
 * alarm, and the next run checks the same members.
 *
 * @throws the first transient error; the next run checks the same members again
 */
export async function purgeOrphans({ sample, maxOrphans, timeLeft }: OrphanOptions): Promise<OrphanRun> {
  let from: MemberPosition = await readMemberPosition(JOB);
  let [checked, failed] = [0, 0];
  const orphans: string[] = [];
  const options = { job: JOB, describe: (userId: string) => ({ userId }), sequential: true };
  const checkMember = async (userId: string) => {
    if (!(await hasCognitoUser(userId))) orphans.push(userId);
  };
  while (from && checked < sample && timeLeft()) {
    const { userIds, next } = await readMemberPage(from);
    // One after another, because Cognito allows 120 such requests a second in all.
    failed += await processRows(userIds, checkMember, options);
    checked += userIds.length;
    from = next;
  }
  const limit = maxOrphans ?? orphanLimit(checked);
  const refused = failed > 0 || orphans.length > limit;
  if (refused) {
    countMetric('orphanPurgesRefused');
    logger.error('Orphans not purged', {
      checked,
      failed,
      orphans: orphans.length,
      limit,
      first: nameForRepair(orphans.slice(0, 50)),
    });
  } else {
    failed += await processRows(orphans, purgeOrphan, options);
    await saveMemberPosition(JOB, from);
  }
  const purged = refused ? 0 : orphans.length - failed;
  return { checked, orphans: orphans.length, purged, failed, refused, finished: !from };
}

/** Returns how many of the checked members may be orphans. Never all of them. */
function orphanLimit(checked: number): number {
  return Math.min(MAX_ORPHANS, Math.max(1, checked * MAX_ORPHAN_SHARE), Math.max(0, checked - 1));
}

async function purgeOrphan(userId: string): Promise<void> {
  await hideAccount(userId);
  await startPurge({ kind: 'account', userId });
}

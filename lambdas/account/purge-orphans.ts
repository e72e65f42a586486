import { openAllForJob } from '../access/open-sealed.ts';
import { hasCognitoUser } from '../members/cognito-users.ts';
import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import { countMetric } from '../platform/metrics.ts';
import { processRows } from '../platform/process-rows.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { getMembers, isDeleted } from '../table/profile.ts';
import { type MemberPosition, readMemberPage, readMemberPosition, saveMemberPosition } from './member-pages.ts';
import { readPoolEvidence, savePoolEvidence, selectDueOrphans, updateEvidence } from './pool-evidence.ts';

/** The name of the job in the log, and of its position in the table. */
const JOB = 'purge-orphans';

/** Maximum number of orphans that the log names. */
const MAX_LOGGED = 50;

/** Sequential, because Cognito allows 120 lookups a second for all functions together. */
const ROW_OPTIONS = { job: JOB, describe: (userId: string) => ({ userId }), sequential: true };

interface OrphanOptions {
  /** Maximum number of members per run, rounded up to a page. */
  readonly sample: number;
  /** Purges the sample's orphans immediately, if there are at most this many. For an operator who has checked them. */
  readonly maxOrphans?: number | undefined;
  /** Returns whether there is time for another page. */
  readonly timeLeft: () => boolean;
}

/** The result of one run. */
interface OrphanRun {
  readonly checked: number;
  /** Members of the sample without a sign-in. */
  readonly orphans: number;
  readonly purged: number;
  /** Orphans that wait for their second lookup, a day after the first. */
  readonly waiting: number;
  /** Members whose sign-in couldn't be checked. The log names them. */
  readonly failed: number;
  /** The user pool looks wrong, or there are more orphans than the operator confirmed. Nothing was purged. */
  readonly refused: boolean;
  readonly finished: boolean;
}

/** The IDs of members with and without a sign-in. A failed lookup is no evidence. */
interface Lookup {
  readonly foundIds: readonly string[];
  readonly missingIds: readonly string[];
  readonly failedCount: number;
}

/** The combined lookups of all pages of a sample. */
interface SampleLookup extends Lookup {
  readonly checked: number;
  readonly next: MemberPosition;
}

/**
 * Purges orphans: members whose sign-in was deleted, but not through `DELETE /users/delete`. Any access token allows
 * Cognito's `DeleteUser`.
 *
 * A run checks a sample, and the next run continues with the following members. After the last member, a run starts
 * over. An orphan waits for a day and is looked up again. If the sign-in is still missing, the run hides and purges the
 * orphan like a deleted account. Each run purges a limited number, the oldest first.
 *
 * A wrong or restored user pool makes many members look like orphans. So each run looks up members that earlier runs
 * have found. If most of them are missing, the run purges no one, discards its evidence, and raises an alarm. The next
 * run checks the same members. See docs/adr/0064-purging-orphans.md.
 *
 * @throws the first transient error; the next run checks the same members again
 */
export async function purgeOrphans({ sample, maxOrphans, timeLeft }: OrphanOptions): Promise<OrphanRun> {
  const now = Date.now();
  const evidence = await readPoolEvidence();
  const sampleLookup = await lookUpSample(sample, timeLeft);
  const controlLookup = await lookUpControls(evidence.controls);

  const { checked, missingIds, next } = sampleLookup;
  const result = { checked, orphans: missingIds.length, finished: !next };

  const isConfirmed = maxOrphans !== undefined;
  const isRefused = isConfirmed ? missingIds.length > maxOrphans : isWrongPool(controlLookup, sampleLookup);
  if (isRefused) {
    reportRefusal(sampleLookup, controlLookup);
    const waiting = Object.keys(evidence.missingSince).length;
    return { ...result, purged: 0, waiting, failed: sampleLookup.failedCount, refused: true };
  }

  // Without controls, nothing shows yet that this is the pool in which the orphans had their sign-in.
  const dueOrphans = controlLookup.foundIds.length > 0 ? selectDueOrphans(evidence, now) : [];
  const { settledIds, purgedCount, failedCount } = await purgeMissing(isConfirmed ? missingIds : dueOrphans);

  const newEvidence = updateEvidence(evidence, controlLookup.foundIds, { ...sampleLookup, settledIds }, now);
  await savePoolEvidence(newEvidence);
  await saveMemberPosition(JOB, next);

  const waiting = Object.keys(newEvidence.missingSince).length;
  const failed = sampleLookup.failedCount + failedCount;
  return { ...result, purged: purgedCount, waiting, failed, refused: false };
}

/** Looks up members, page by page, from where the previous run ended. */
async function lookUpSample(sample: number, timeLeft: () => boolean): Promise<SampleLookup> {
  let next: MemberPosition = await readMemberPosition(JOB);
  const pages: Lookup[] = [];
  let checked = 0;

  while (next && checked < sample && timeLeft()) {
    const page = await readMemberPage(next);
    pages.push(await lookUp(page.userIds));
    checked += page.userIds.length;
    next = page.next;
  }

  return {
    checked,
    next,
    foundIds: pages.flatMap(({ foundIds }) => foundIds),
    missingIds: pages.flatMap(({ missingIds }) => missingIds),
    failedCount: pages.reduce((sum, { failedCount }) => sum + failedCount, 0),
  };
}

/** Looks up the controls, except those who have deleted their account since an earlier run found them. */
async function lookUpControls(userIds: readonly string[]): Promise<Lookup> {
  const members = await openAllForJob('checks whether accounts still exist', getMembers(userIds));
  return lookUp(userIds.filter((userId) => members.has(userId) && !isDeleted(members.get(userId))));
}

/** Looks members up in the user pool, one after another. */
async function lookUp(userIds: readonly string[]): Promise<Lookup> {
  const foundIds: string[] = [];
  const missingIds: string[] = [];

  const lookUpMember = async (userId: string) => {
    if (await hasCognitoUser(userId)) foundIds.push(userId);
    else missingIds.push(userId);
  };

  const failedCount = await processRows(userIds, lookUpMember, ROW_OPTIONS);
  return { foundIds, missingIds, failedCount };
}

/**
 * Returns whether most controls are missing or can't be checked. Without controls, returns whether all members of the
 * sample are missing.
 */
function isWrongPool({ foundIds, missingIds, failedCount }: Lookup, sampleLookup: Lookup): boolean {
  const controlCount = foundIds.length + missingIds.length + failedCount;
  if (controlCount > 0) return foundIds.length < controlCount / 2;
  return sampleLookup.foundIds.length === 0 && sampleLookup.missingIds.length > 0;
}

/**
 * Hides the members who are still missing in the user pool, so that their purge starts.
 *
 * @returns the IDs of the members who were purged or found, and the numbers of purged members and of failed lookups
 */
async function purgeMissing(userIds: readonly string[]) {
  const settledIds: string[] = [];
  let purgedCount = 0;

  const purgeIfMissing = async (userId: string) => {
    if (!(await hasCognitoUser(userId))) {
      await hideAccount(userId);
      purgedCount++;
    }
    settledIds.push(userId);
  };

  const failedCount = await processRows(userIds, purgeIfMissing, ROW_OPTIONS);
  return { settledIds, purgedCount, failedCount };
}

/** Logs and counts a run that purges no one, for the alarm. */
function reportRefusal({ checked, missingIds, failedCount }: SampleLookup, controlLookup: Lookup): void {
  countMetric('orphanPurgesRefused');
  logger.error('Orphans not purged', {
    checked,
    failed: failedCount,
    orphans: missingIds.length,
    controlsFound: controlLookup.foundIds.length,
    controlsMissing: controlLookup.missingIds.length,
    first: nameForRepair(missingIds.slice(0, MAX_LOGGED)),
  });
}

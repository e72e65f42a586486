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
  readonly found: readonly string[];
  readonly missing: readonly string[];
  readonly failed: number;
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

  const { checked, missing, next } = sampleLookup;
  const result = { checked, orphans: missing.length, finished: !next };

  const isConfirmed = maxOrphans !== undefined;
  const isRefused = isConfirmed ? missing.length > maxOrphans : isWrongPool(controlLookup, sampleLookup);
  if (isRefused) {
    reportRefusal(sampleLookup, controlLookup);
    const waiting = Object.keys(evidence.missingSince).length;
    return { ...result, purged: 0, waiting, failed: sampleLookup.failed, refused: true };
  }

  // Without controls, nothing shows yet that this is the pool in which the orphans had their sign-in.
  const dueOrphans = controlLookup.found.length > 0 ? selectDueOrphans(evidence, now) : [];
  const { settled, purged, failed } = await purgeMissing(isConfirmed ? missing : dueOrphans);

  const newEvidence = updateEvidence(evidence, controlLookup.found, { ...sampleLookup, settled }, now);
  await savePoolEvidence(newEvidence);
  await saveMemberPosition(JOB, next);

  const waiting = Object.keys(newEvidence.missingSince).length;
  return { ...result, purged, waiting, failed: sampleLookup.failed + failed, refused: false };
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
    found: pages.flatMap(({ found }) => found),
    missing: pages.flatMap(({ missing }) => missing),
    failed: pages.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** Looks up the controls, except those who have deleted their account since an earlier run found them. */
async function lookUpControls(userIds: readonly string[]): Promise<Lookup> {
  const members = await openAllForJob('checks whether accounts still exist', getMembers(userIds));
  return lookUp(userIds.filter((userId) => members.has(userId) && !isDeleted(members.get(userId))));
}

/** Looks members up in the user pool, one after another. */
async function lookUp(userIds: readonly string[]): Promise<Lookup> {
  const found: string[] = [];
  const missing: string[] = [];
  const failed = await processRows(
    userIds,
    async (userId) => {
      ((await hasCognitoUser(userId)) ? found : missing).push(userId);
    },
    ROW_OPTIONS,
  );

  return { found, missing, failed };
}

/**
 * Returns whether most controls are missing or can't be checked. Without controls, returns whether all members of the
 * sample are missing.
 */
function isWrongPool({ found, missing, failed }: Lookup, sampleLookup: Lookup): boolean {
  const controlCount = found.length + missing.length + failed;
  if (controlCount > 0) return found.length < controlCount / 2;
  return sampleLookup.found.length === 0 && sampleLookup.missing.length > 0;
}

/**
 * Hides the members who are still missing in the user pool, so that their purge starts.
 *
 * @returns the members who were purged or found, and the numbers of purged members and of failed lookups
 */
async function purgeMissing(userIds: readonly string[]) {
  const settled: string[] = [];
  let purged = 0;

  const purgeIfMissing = async (userId: string) => {
    if (!(await hasCognitoUser(userId))) {
      await hideAccount(userId);
      purged++;
    }
    settled.push(userId);
  };

  const failed = await processRows(userIds, purgeIfMissing, ROW_OPTIONS);
  return { settled, purged, failed };
}

/** Logs and counts a run that purges no one, for the alarm. */
function reportRefusal({ checked, missing, failed }: SampleLookup, controlLookup: Lookup): void {
  countMetric('orphanPurgesRefused');
  logger.error('Orphans not purged', {
    checked,
    failed,
    orphans: missing.length,
    controlsFound: controlLookup.found.length,
    controlsMissing: controlLookup.missing.length,
    first: nameForRepair(missing.slice(0, MAX_LOGGED)),
  });
}

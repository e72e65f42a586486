import { readJobProgress, saveJobProgress } from '../table/job-progress.ts';

const KEY = 'purge-orphans-evidence';

/** How long an orphan waits until it is looked up again, in milliseconds. An operator has a day to repair the user pool. */
const WAIT_MS = 86_400_000;

/** Maximum number of orphans that one run purges without an operator. */
export const MAX_PURGES = 10;

/** Maximum number of members who are looked up in each run to recognize the user pool. */
export const MAX_CONTROLS = 20;

/** Maximum number of orphans that wait. Bounds the size of the item; a later run finds the others again. */
const MAX_WAITING = 500;

/** The sign-ins that the runs of the job for orphans have found and missed in the user pool. */
export interface PoolEvidence {
  /** IDs of members who had a sign-in. */
  readonly controls: readonly string[];
  /** The time at which a run first missed a member's sign-in, by the member's ID. In milliseconds since 1970. */
  readonly missingSince: Readonly<Record<string, number>>;
}

/** The sign-ins that one run has found and missed, as IDs of members. */
export interface Sightings {
  readonly found: readonly string[];
  readonly missing: readonly string[];
  /** Waiting orphans who have been purged, or whose sign-in was found. */
  readonly settled: readonly string[];
}

export async function readPoolEvidence(): Promise<PoolEvidence> {
  return (await readJobProgress<PoolEvidence>(KEY)) ?? { controls: [], missingSince: {} };
}

export async function savePoolEvidence(evidence: PoolEvidence): Promise<void> {
  await saveJobProgress(KEY, evidence);
}

/** Returns the orphans that have waited for a day, the oldest first. */
export function selectDueOrphans({ missingSince }: PoolEvidence, now: number): string[] {
  const dueOrphans = Object.entries(missingSince).filter(([, since]) => now - since >= WAIT_MS);
  return dueOrphans
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, MAX_PURGES)
    .map(([userId]) => userId);
}

/**
 * Adds the sightings of one run to the evidence. Call this only if the user pool is the right one.
 *
 * @param controls - the controls that the run has found; other members replace the missing ones
 */
export function updateEvidence(
  { missingSince }: PoolEvidence,
  controls: readonly string[],
  { found, missing, settled }: Sightings,
  now: number,
): PoolEvidence {
  const settledIds = new Set([...found, ...settled]);
  const waitingOrphans = Object.entries(missingSince).filter(([userId]) => !settledIds.has(userId));
  const newOrphans = missing.filter((userId) => !(userId in missingSince || settledIds.has(userId)));

  return {
    // IDs are random, so the first ones in their order are a sample of the members.
    controls: [...new Set([...controls, ...found.toSorted()])].slice(0, MAX_CONTROLS),
    missingSince: Object.fromEntries(
      [...waitingOrphans, ...newOrphans.map((userId) => [userId, now] as const)].slice(0, MAX_WAITING),
    ),
  };
}

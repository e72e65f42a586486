/*
 * The evidence of the job in `purge-orphans.ts`. Orphans are members without a sign-in in the user pool. Controls are
 * members who had one: if most of them are missing, the pool is the wrong one, and a missing sign-in proves nothing.
 * See docs/adr/0064-purging-orphans.md.
 */
import { DAY_MS } from '../../shared/rules/durations.ts';
import { readJobProgress, saveJobProgress } from '../table/job-progress.ts';

/** The key under which the evidence is saved between runs. */
const EVIDENCE_KEY = 'purge-orphans-evidence';

/** How long an orphan waits for its second lookup, in milliseconds. Gives an operator a day to repair the user pool. */
const WAIT_MS = DAY_MS;

/** Maximum number of orphans that one run purges without an operator. */
export const MAX_PURGES = 10;

/** Maximum number of controls that each run looks up. */
export const MAX_CONTROLS = 20;

/** Maximum number of orphans that wait. Bounds the size of the item; a later run finds the others again. */
const MAX_WAITING = 500;

/** The sign-ins that earlier runs have found and missed in the user pool. */
export interface PoolEvidence {
  /** IDs of the controls. */
  readonly controls: readonly string[];
  /** When a run first missed a member's sign-in, in milliseconds since 1970, by the member's ID. */
  readonly missingSince: Readonly<Record<string, number>>;
}

/** The sign-ins that one run has found and missed, as IDs of members. */
export interface Sightings {
  readonly foundIds: readonly string[];
  readonly missingIds: readonly string[];
  /** Waiting orphans who have been purged, or whose sign-in was found. */
  readonly settledIds: readonly string[];
}

/** Returns the evidence of earlier runs. It is empty before the first run. */
export async function readPoolEvidence(): Promise<PoolEvidence> {
  return (await readJobProgress<PoolEvidence>(EVIDENCE_KEY)) ?? { controls: [], missingSince: {} };
}

export async function savePoolEvidence(evidence: PoolEvidence): Promise<void> {
  await saveJobProgress(EVIDENCE_KEY, evidence);
}

/**
 * Returns the IDs of the orphans that have waited for a day, the oldest first, at most {@link MAX_PURGES}.
 *
 * @param now - in milliseconds since 1970
 */
export function selectDueOrphans({ missingSince }: PoolEvidence, now: number): string[] {
  const dueOrphans = Object.entries(missingSince).filter(([, since]) => now - since >= WAIT_MS);

  return dueOrphans
    .toSorted(([, sinceA], [, sinceB]) => sinceA - sinceB)
    .slice(0, MAX_PURGES)
    .map(([userId]) => userId);
}

/**
 * Returns the evidence with the sightings of one run. Call this only if the user pool is the right one.
 *
 * @param controls - the controls that the run has found; other members replace the missing ones
 * @param now - in milliseconds since 1970
 */
export function updateEvidence(
  { missingSince }: PoolEvidence,
  controls: readonly string[],
  { foundIds, missingIds, settledIds }: Sightings,
  now: number,
): PoolEvidence {
  const resolvedIds = new Set([...foundIds, ...settledIds]);
  const waitingOrphans = Object.entries(missingSince).filter(([userId]) => !resolvedIds.has(userId));
  const newOrphans = missingIds
    .filter((userId) => !(userId in missingSince || resolvedIds.has(userId)))
    .map((userId) => [userId, now] as const);

  return {
    // IDs are random, so the first ones in their order are a sample of the members.
    controls: [...new Set([...controls, ...foundIds.toSorted()])].slice(0, MAX_CONTROLS),
    missingSince: Object.fromEntries([...waitingOrphans, ...newOrphans].slice(0, MAX_WAITING)),
  };
}

import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { logger } from '../platform/logger.ts';
import type { ReadPace } from '../platform/read-pace.ts';
import { leaseSegment, readSegments, resetSegments, type Segment, saveSegment } from '../table/job-segments.ts';
import { shardOf } from '../table/keys.ts';
import { FIRST_MEMBER, type MemberListPosition, readMemberList } from '../table/member-list.ts';

/**
 * How long a worker's lease lasts. Every save renews it. Must be longer than a save interval and a batch together;
 * otherwise, another worker takes the segment over.
 */
const LEASE_MS = 180_000;

/** The time between two saves of a worker's position. After a kill, the next worker repeats this much work. */
const SAVE_INTERVAL_MS = 10_000;

/** What a visit counts, such as audited members: numbers by name. */
export type Counts = Readonly<Record<string, number>>;

export interface RoundOptions {
  /** The name under which the table stores the job's progress. */
  readonly job: string;
  /** Number of segments, and so the maximum number of workers at the same time. */
  readonly segmentCount: number;
  /** The minimum time between the starts of two rounds. */
  readonly roundIntervalMs: number;
  /** Members per page of the list. A page has members of all segments. */
  readonly pageSize: number;
  /** Maximum members per call of `visit`. */
  readonly batchSize: number;
  readonly pace: ReadPace;
  /** Starts a new round first. Workers of the current round stop. */
  readonly newRound?: boolean;
  /** Returns whether there is time for another batch. */
  readonly timeLeft: () => boolean;
  /** Returns the time in milliseconds since 1970. */
  readonly now?: () => number;
}

/** The stored progress of a segment. */
interface SegmentProgress {
  /** When the segment's round started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Where the next worker continues; null when the round is complete. */
  readonly from: MemberListPosition | null;
  /** The sums since the round started, over all workers. */
  readonly counts: Counts;
}

/** The sums of the current round over all workers, and whether all its segments are complete. */
export interface RoundResult {
  readonly counts: Counts;
  readonly finished: boolean;
}

/**
 * Works on a round, which visits all members once, until the time is over or no segment is free.
 *
 * Several workers can run at the same time: each leases a segment, a fixed part of the member IDs. A worker reads the
 * list of all members and visits those of its segment. If the worker is killed, its lease ends, and the next worker
 * continues at the saved position. A member whose depth drops during a round can be missed; the next round visits them.
 *
 * See docs/adr/0034-audit-in-segments.md.
 *
 * @param visit - processes a batch of members and returns its counts; it may see a member again after a kill
 * @throws the error of `visit` or of the table; a later run continues at the saved position
 */
export async function visitMembers(
  options: RoundOptions,
  visit: (userIds: readonly string[]) => Promise<Counts>,
): Promise<RoundResult> {
  const { job, segmentCount, timeLeft, newRound, now = Date.now } = options;
  const workerId = randomUUID();
  if (newRound) await resetSegments(job, segmentCount);
  const triedSegments = new Set<number>();

  while (timeLeft()) {
    const storedSegments = await readSegments<SegmentProgress>(job, segmentCount);
    const untriedSegments = storedSegments.filter(({ number }) => !triedSegments.has(number));
    const segment = selectSegment(untriedSegments, options.roundIntervalMs, now());
    if (!segment) break;
    triedSegments.add(segment.number);

    const lease = { now: now(), until: now() + LEASE_MS };
    const progress = await leaseSegment<SegmentProgress>(segment, workerId, lease);
    if (progress === 'leased') continue;

    await visitSegment({ segment, workerId, storedProgress: progress, options, visit });
  }

  const storedSegments = await readSegments<SegmentProgress>(job, segmentCount);
  return {
    counts: storedSegments.reduce((sum, { progress }) => addCounts(sum, progress?.counts ?? {}), {} as Counts),
    finished: storedSegments.every(({ progress }) => progress?.from === null),
  };
}

interface SegmentState {
  readonly progress?: SegmentProgress | undefined;
  /** When the last worker's lease ends or has ended, in milliseconds since 1970. */
  readonly leasedUntil?: number | undefined;
}

/** Returns the free segment to work on next; undefined if every segment is leased, or complete until the next round. */
function selectSegment<S extends SegmentState>(
  segments: readonly S[],
  roundIntervalMs: number,
  now: number,
): S | undefined {
  const [segment] = segments
    .filter(({ progress, leasedUntil = 0 }) => isDue(progress, roundIntervalMs, now) && leasedUntil <= now)
    // Takes the segment whose worker stopped first, so that all segments advance at the same speed.
    .toSorted((a, b) => (a.leasedUntil ?? 0) - (b.leasedUntil ?? 0));
  return segment;
}

interface SegmentVisit {
  readonly segment: Segment;
  /** The worker that has leased the segment. */
  readonly workerId: string;
  /** The progress that the previous worker saved; undefined for a new segment. */
  readonly storedProgress: SegmentProgress | undefined;
  readonly options: RoundOptions;
  readonly visit: (userIds: readonly string[]) => Promise<Counts>;
}

/** Visits the members of a leased segment from its saved position. Stops if the time is over or the lease is lost. */
async function visitSegment({ segment, workerId, storedProgress, options, visit }: SegmentVisit): Promise<void> {
  const { pageSize, batchSize, pace, timeLeft, roundIntervalMs, now = Date.now } = options;
  const startsRound =
    !storedProgress || (storedProgress.from === null && isDue(storedProgress, roundIntervalMs, now()));
  let progress: SegmentProgress = startsRound ? { startedAt: now(), from: FIRST_MEMBER, counts: {} } : storedProgress;
  let savedAt = now();

  while (progress.from && timeLeft()) {
    const page = await readMemberList(progress.from, pageSize);
    await pace.spend(page.readUnits);
    const members = page.members.filter(({ userId }) => shardOf(userId, segment.count) === segment.number);

    let visitedCount = 0;
    while (visitedCount < members.length && timeLeft()) {
      const batch = members.slice(visitedCount, visitedCount + batchSize);
      const counts = addCounts(progress.counts, await visit(batch.map(({ userId }) => userId)));
      progress = { ...progress, from: batch.at(-1)!.position, counts };
      visitedCount += batch.length;

      if (now() - savedAt < SAVE_INTERVAL_MS) continue;
      // Stops if another worker has leased the segment; that worker continues from the last save.
      if (!(await saveSegment(segment, workerId, progress, now() + LEASE_MS))) return;
      savedAt = now();
    }
    if (visitedCount === members.length) progress = { ...progress, from: page.next };
  }

  // Unchanged progress means that another worker has completed the round since this worker chose the segment.
  const completesRound = progress !== storedProgress && progress.from === null;
  // Ends the lease, so that another worker can continue immediately.
  const wasSaved = await saveSegment(segment, workerId, progress, now());
  if (!wasSaved || !completesRound) return;

  const hours = (now() - progress.startedAt) / HOUR_MS;
  logger.info('Segment complete', { job: segment.job, segment: segment.number, hours, ...progress.counts });
}

/** Returns whether a segment has members left in this round, or its next round is due. */
function isDue(progress: SegmentProgress | undefined, roundIntervalMs: number, now: number): boolean {
  return !progress || progress.from !== null || now - progress.startedAt >= roundIntervalMs;
}

/** Returns the sums of two groups of counts, by name. */
function addCounts(sums: Counts, counts: Counts): Counts {
  const names = [...new Set([...Object.keys(sums), ...Object.keys(counts)])];
  return Object.fromEntries(names.map((name) => [name, (sums[name] ?? 0) + (counts[name] ?? 0)]));
}

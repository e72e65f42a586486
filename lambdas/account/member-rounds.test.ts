/** Tests of the rounds of jobs that visit all members, such as the audit of ledgers. Several workers share a round. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/rules/durations.ts';
import { startTable } from '../../test/support/table.ts';
import { ReadPace } from '../platform/read-pace.ts';
import { shardOf } from '../table/keys.ts';

/** Shards of the table's indexes. */
const SHARDS = 3;

/**
 * Number of segments, unless a test sets another one. A round visits all members; a segment is a fixed part of the
 * members, which one worker at a time leases.
 */
const SEGMENTS = 3;

/** How long a worker's lease lasts after its last save, in milliseconds: three minutes. */
const LEASE_MS = 180_000;

let stopTable: () => Promise<void>;
let profiles: typeof import('../table/profile.ts');
let depths: typeof import('../table/change-depth.ts');
let rounds: typeof import('./member-rounds.ts');
/** The IDs of 40 members, half of them at different depths. */
let memberIds: string[];
/** The name of the job. Each test has its own, so that tests don't share stored progress. */
let job: string;
/** The time that the workers read, in milliseconds since 1970. */
let time: number;

beforeAll(async () => {
  stopTable = await startTable({ shards: SHARDS });
  profiles = await import('../table/profile.ts');
  depths = await import('../table/change-depth.ts');
  rounds = await import('./member-rounds.ts');
  memberIds = Array.from({ length: 40 }, () => randomUUID());

  for (const [index, userId] of memberIds.entries()) {
    await profiles.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
    if (index % 2 === 0) continue;
    await depths.changeDepth({ userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: index ** 4 });
  }
});
afterAll(() => stopTable());
beforeEach(() => {
  job = `test-${randomUUID()}`;
  time = Date.now();
});

type Options = Partial<import('./member-rounds.ts').RoundOptions>;
type Visit = (userIds: readonly string[]) => void | Promise<void>;

/** Runs a worker that counts the members it visits. */
function run(visit: Visit, options: Options = {}) {
  // Enough read units per second that no read waits.
  const pace = new ReadPace(1_000_000);
  const settings = {
    job,
    segmentCount: SEGMENTS,
    roundIntervalMs: DAY_MS,
    pageSize: 7,
    batchSize: 2,
    pace,
    now: () => time,
  };
  return rounds.visitMembers({ ...settings, timeLeft: () => true, ...options }, async (userIds) => {
    await visit(userIds);
    return { visited: userIds.length };
  });
}

/** Returns a function that returns true this number of times, and then false. */
function trueTimes(count: number): () => boolean {
  let remainingCalls = count;
  return () => remainingCalls-- > 0;
}

const ignoreMembers = () => {};

/** Builds the result of a round that has visited all members. */
const buildCompleteResult = () => ({ counts: { visited: memberIds.length }, finished: true });

/** Generates a run that ends or is killed after a number of batches. */
const anyRun = fc.record({ batches: fc.nat({ max: 12 }), killed: fc.boolean() });

/** Generates the runs of several concurrent workers, and the options of their runs. */
const anyPlan = fc.record({
  runsOfWorkers: fc.array(fc.array(anyRun, { maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  pageSize: fc.integer({ min: 1, max: 20 }),
  batchSize: fc.integer({ min: 1, max: 5 }),
  segmentCount: fc.integer({ min: 1, max: 5 }),
});

/** The members that workers have visited, and the worker that is visiting a segment, by the segment's number. */
interface Visits {
  readonly visitedIds: string[];
  readonly workers: Map<number, symbol>;
}

/** A run of a worker: it stops or is killed after this number of batches. */
interface PlannedRun {
  readonly batches: number;
  readonly killed: boolean;
}

/** Runs a worker as planned. Fails the test if another worker visits members of the same segment concurrently. */
async function runAsPlanned(
  { batches, killed }: PlannedRun,
  { visitedIds, workers }: Visits,
  options: Options & { readonly segmentCount: number },
): Promise<void> {
  const worker = Symbol();
  let remainingBatches = batches;

  const visit = async (userIds: readonly string[]) => {
    const [segment] = new Set(userIds.map((userId) => shardOf(userId, options.segmentCount)));

    expect(workers.has(segment!)).toBe(false);
    workers.set(segment!, worker);
    await setTimeout(1);
    expect(workers.get(segment!)).toBe(worker);

    // A killed worker keeps its lease until the end of the test.
    if (killed && remainingBatches-- === 0) throw new Error('killed');
    visitedIds.push(...userIds);
    workers.delete(segment!);
  };

  const timeLeft = killed ? () => true : trueTimes(batches);
  await run(visit, { ...options, timeLeft }).catch((error) => expect(error.message).toBe('killed'));
}

describe('visitMembers', () => {
  it('visits each member once per round', async () => {
    const visitedIds: string[] = [];

    const result = await run((userIds) => void visitedIds.push(...userIds));

    expect(result).toEqual(buildCompleteResult());
    expect(visitedIds.toSorted()).toEqual(memberIds.toSorted());
  });

  it('starts the next round no earlier than it is due', async () => {
    await run(ignoreMembers);
    time += DAY_MS - 1;
    const earlyIds: string[] = [];
    expect(await run((userIds) => void earlyIds.push(...userIds))).toMatchObject({
      counts: { visited: memberIds.length },
    });
    expect(earlyIds).toEqual([]);

    time += 1;
    const dueIds: string[] = [];
    expect(await run((userIds) => void dueIds.push(...userIds))).toMatchObject({
      counts: { visited: memberIds.length },
    });
    expect(dueIds).toHaveLength(memberIds.length);
  });

  it('starts a new round immediately on request', async () => {
    await run(ignoreMembers);
    const idsOfNewRound: string[] = [];

    await run((userIds) => void idsOfNewRound.push(...userIds), { newRound: true });
    expect(idsOfNewRound).toHaveLength(memberIds.length);
  });

  it('continues where the previous run ended', async () => {
    const visitedIds: string[] = [];
    for (let runs = 0; runs < 100; runs++) {
      const { finished } = await run((userIds) => void visitedIds.push(...userIds), { timeLeft: trueTimes(6) });
      time += 1;
      if (finished) break;
    }

    expect(visitedIds.toSorted()).toEqual(memberIds.toSorted());
  });

  it('gives a segment to one worker until the lease ends', async () => {
    const crash = () => Promise.reject(new Error('killed'));
    await expect(run(crash, { segmentCount: 1 })).rejects.toThrow('killed');

    time += LEASE_MS - 1;
    expect(await run(ignoreMembers, { segmentCount: 1 })).toEqual({ counts: {}, finished: false });

    time += 1;
    expect(await run(ignoreMembers, { segmentCount: 1 })).toEqual(buildCompleteResult());
  });

  it('repeats at most the last ten seconds after a kill', async () => {
    const visitedIds: string[] = [];
    const untilKilled = (userIds: readonly string[]) => {
      if (visitedIds.length >= 20) throw new Error('killed');
      visitedIds.push(...userIds);
      // Five batches of two members take ten seconds.
      time += 2000;
    };

    await expect(run(untilKilled, { segmentCount: 1 })).rejects.toThrow('killed');

    time += LEASE_MS;
    const laterIds: string[] = [];
    await run((userIds) => void laterIds.push(...userIds), { segmentCount: 1 });

    expect(new Set([...visitedIds, ...laterIds])).toEqual(new Set(memberIds));
    // The 20 remaining members, and the ten members of the last ten seconds.
    expect(laterIds.length).toBeLessThanOrEqual(memberIds.length - 20 + 10);
  });

  it('stops a worker whose segment another worker has taken over', async () => {
    const slowWorkerIds: string[] = [];
    let otherRun: Promise<unknown> | undefined;

    await run(
      async (userIds) => {
        slowWorkerIds.push(...userIds);
        // The lease ends before this batch does.
        time += LEASE_MS + 1;
        otherRun ??= run(ignoreMembers, { segmentCount: 1 });
        await otherRun;
      },
      { segmentCount: 1 },
    );

    expect(slowWorkerIds).toHaveLength(2);
    expect(await otherRun).toEqual(buildCompleteResult());
  });

  it('visits all members despite kills and time limits, with one worker per segment', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, async ({ runsOfWorkers, ...options }) => {
        job = `test-${randomUUID()}`;
        const visits: Visits = { visitedIds: [], workers: new Map() };

        const work = async (runs: readonly PlannedRun[]) => {
          for (const plannedRun of runs) await runAsPlanned(plannedRun, visits, options);
        };
        await Promise.all(runsOfWorkers.map(work));
        time += LEASE_MS;

        const { finished } = await run((userIds) => void visits.visitedIds.push(...userIds), options);

        expect(finished).toBe(true);
        expect(new Set(visits.visitedIds)).toEqual(new Set(memberIds));
        const hasKilledRun = runsOfWorkers.flat().some(({ killed }) => killed);
        if (!hasKilledRun) expect(visits.visitedIds).toHaveLength(memberIds.length);
      }),
      { numRuns: 12 },
    );
  });
});

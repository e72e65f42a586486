import { performance } from 'node:perf_hooks';
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { table } from '../../lambdas/table/client.ts';

/** Capacity that requests have consumed, in DynamoDB's units, as the database itself reports it. */
export interface Consumed {
  readonly read: number;
  /** The part of `read` that queries of indexes consumed. */
  readonly query: number;
  readonly write: number;
  /** Requests made of the database. */
  readonly requests: number;
}

/** How long something took over many runs, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly runs: number;
}

let metering = false;
let consumed = { read: 0, query: 0, write: 0, requests: 0 };

// Asked for only while capacity is measured, so that what is timed is what the product sends.
table.middlewareStack.add(
  (next, { commandName }) =>
    async (args) => {
      if (!metering) return next(args);
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const { output, ...rest } = await next(args);
      const answer = (output as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] }).ConsumedCapacity;
      const units = [answer ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      consumed[/Put|Update|Delete|Write/.test(commandName ?? '') ? 'write' : 'read'] += units;
      if (/Query/.test(commandName ?? '')) consumed.query += units;
      consumed.requests++;
      return { output, ...rest };
    },
  { step: 'initialize' },
);

/** What was run once, and what it took. */
export interface Metered<T> {
  readonly result: T;
  readonly consumed: Consumed;
  /** The time it took with the figures asked for: for what takes long. */
  readonly milliseconds: number;
}

/** Runs something once, and says what it consumed. Nothing else may use the table meanwhile. */
export async function meter<T>(run: () => Promise<T>): Promise<Metered<T>> {
  consumed = { read: 0, query: 0, write: 0, requests: 0 };
  metering = true;
  const start = performance.now();
  try {
    return { result: await run(), consumed, milliseconds: performance.now() - start };
  } finally {
    metering = false;
  }
}

interface Timing {
  /** How often each is run, at most. */
  readonly runs: number;
  /** Milliseconds that the runs of each may take together; from then on it is run no further. */
  readonly budget: number;
  /** How often each is run at least, however long it takes. */
  readonly fewest: number;
  /** Runs before those that count. */
  readonly warmUp: number;
}

/**
 * Times several things, in turns, so that whatever else the machine does meanwhile befalls all of them alike.
 *
 * @returns the latency of each, in their order
 */
export async function time(runs: readonly (() => Promise<unknown>)[], timing: Timing): Promise<Latency[]> {
  const taken = runs.map((): number[] => []);
  const totals = runs.map(() => 0);
  for (let round = -timing.warmUp; round < timing.runs; round++) {
    for (const [index, run] of runs.entries()) {
      const times = taken[index]!;
      if (totals[index]! > timing.budget && times.length >= timing.fewest) continue;
      const start = performance.now();
      await run();
      if (round < 0) continue;
      times.push(performance.now() - start);
      totals[index]! += times.at(-1)!;
    }
  }
  return taken.map(latencyOf);
}

export function latencyOf(times: readonly number[]): Latency {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), runs: times.length };
}

/** The smallest value that so large a share of all values does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

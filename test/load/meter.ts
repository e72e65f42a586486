import { performance } from 'node:perf_hooks';
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { table } from '../../lambdas/table/client.ts';
import { quantile } from './quantile.ts';

/** Capacity that requests consumed, in DynamoDB's units, as the database reports it. */
export interface CapacityUse {
  readonly read: number;
  /** The part of `read` that queries of indexes consumed. */
  readonly query: number;
  readonly write: number;
  /** Number of requests. */
  readonly requests: number;
}

/** Latency over many runs, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly runs: number;
}

/** Latency and processor time over many runs. */
export interface TimedLatency extends Latency {
  /**
   * Median processor time of this process per run, in milliseconds. Excludes the database, which is another process.
   */
  readonly cpuMs: number;
}

/** Whether requests are measured now. */
let isMetering = false;
/** The capacity of the current measurement. */
let consumed = { read: 0, query: 0, write: 0, requests: 0 };

// Requests the consumed capacity only during measurements, so that timed requests are the same as in production.
table.middlewareStack.add(
  (next, { commandName }) =>
    async (args) => {
      if (!isMetering) return next(args);
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const { output, ...rest } = await next(args);

      const reportedCapacity = (output as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] })
        .ConsumedCapacity;
      // Transactions and batches report a list, with one entry per table.
      const units = [reportedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      consumed[/Put|Update|Delete|Write/.test(commandName ?? '') ? 'write' : 'read'] += units;
      if (/Query/.test(commandName ?? '')) consumed.query += units;
      consumed.requests++;

      return { output, ...rest };
    },
  { step: 'initialize' },
);

/** The result and cost of one run. */
export interface MeteredRun<T> {
  readonly result: T;
  readonly consumed: CapacityUse;
  /** Duration, including the overhead of measuring capacity. Use it for long runs only. */
  readonly milliseconds: number;
}

/** Runs a function once and measures the capacity it consumes. Nothing else may use the table at the same time. */
export async function meter<T>(run: () => Promise<T>): Promise<MeteredRun<T>> {
  consumed = { read: 0, query: 0, write: 0, requests: 0 };
  isMetering = true;

  const start = performance.now();
  try {
    return { result: await run(), consumed, milliseconds: performance.now() - start };
  } finally {
    isMetering = false;
  }
}

/** How often functions run in a measurement of their latencies. */
interface Timing {
  /** Maximum number of runs of each function. */
  readonly runs: number;
  /** Total time for the runs of one function. No run starts after it has passed. */
  readonly budgetMs: number;
  /** Minimum number of runs, regardless of the budget. */
  readonly minRuns: number;
  /** Number of runs before the timed ones. */
  readonly warmUp: number;
}

/**
 * Times several functions in turns, so that other load on the machine affects all of them equally.
 *
 * @returns the latency and the processor time of each, in the same order
 */
export async function measureLatencies(
  functions: readonly (() => Promise<unknown>)[],
  timing: Timing,
): Promise<TimedLatency[]> {
  const latencies = functions.map((): number[] => []);
  const cpuTimes = functions.map((): number[] => []);
  const totalMs = functions.map(() => 0);

  // Rounds with a negative number warm up, and are not recorded.
  for (let round = -timing.warmUp; round < timing.runs; round++) {
    for (const [index, run] of functions.entries()) {
      const times = latencies[index]!;
      if (totalMs[index]! > timing.budgetMs && times.length >= timing.minRuns) continue;

      const cpuBefore = process.cpuUsage();
      const start = performance.now();
      await run();
      if (round < 0) continue;

      times.push(performance.now() - start);
      const { user, system } = process.cpuUsage(cpuBefore);
      cpuTimes[index]!.push((user + system) / 1000);
      totalMs[index]! += times.at(-1)!;
    }
  }

  return latencies.map((times, index) => ({ ...summarizeLatency(times), cpuMs: quantile(cpuTimes[index]!, 0.5) }));
}

/** Returns the median and the 95th percentile of times in milliseconds. */
export function summarizeLatency(times: readonly number[]): Latency {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), runs: times.length };
}

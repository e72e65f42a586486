/** Measures the latency of the first page while another process publishes files that appear on it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { type Latency, measureLatencies } from '../meter.ts';
import { formatCount, formatNumber, formatTable } from '../report.ts';
import { requestFiles, UPLOADERS } from './file-queries.ts';
import { withTable } from './large-tables.ts';
import type { SizedTable } from './measure.ts';

/** Number of timed pages for each run of another query. A p95 during concurrent writes needs more samples. */
const PAGES_PER_RUN = 5;

/** Expected time of one page in milliseconds. Limits the total time. */
const PAGE_BUDGET_MS = 60;

/** The latency of the first page without and with concurrent writes. */
interface DuringWrites {
  /** Number of files that were generated in the table. */
  readonly size: number;
  readonly viewer: string;
  readonly withoutWrites: Latency;
  readonly withWrites: Latency;
  /** Files published per second while all viewers' pages were timed. */
  readonly filesPerSecond: number;
}

/** Measures the first page of each viewer at each size. Publishes files, so call it last. */
export async function measureDuringWrites(
  tables: readonly SizedTable[],
  viewers: readonly Profile[],
  runs: number,
): Promise<DuringWrites[]> {
  const measurements: DuringWrites[] = [];
  for (const table of tables) measurements.push(...(await withTable(table, () => measureTable(table, viewers, runs))));
  return measurements;
}

/** Measures the first pages of one table, first without and then with concurrent writes. */
async function measureTable({ size }: SizedTable, viewers: readonly Profile[], runs: number): Promise<DuringWrites[]> {
  const latenciesWithoutWrites = await timeFirstPages(viewers, runs);

  const stopWriting = await startWriting();
  const latenciesWithWrites = await timeFirstPages(viewers, runs);
  const filesPerSecond = await stopWriting();

  return viewers.map(({ username: viewer }, index) => ({
    size,
    viewer,
    withoutWrites: latenciesWithoutWrites[index]!,
    withWrites: latenciesWithWrites[index]!,
    filesPerSecond,
  }));
}

/** Times the first page of each viewer, in turns. */
function timeFirstPages(viewers: readonly Profile[], runs: number): Promise<Latency[]> {
  const pages = viewers.map((viewer) => () => requestFiles(viewer, {}));
  return measureLatencies(pages, {
    runs: runs * PAGES_PER_RUN,
    budgetMs: runs * PAGES_PER_RUN * PAGE_BUDGET_MS,
    minRuns: runs,
    warmUp: 3,
  });
}

/**
 * Starts a process that publishes files in the current table. A separate process doesn't delay the pages' event loop.
 *
 * @returns a function that stops the process, and returns the files that it published per second
 */
async function startWriting(): Promise<() => Promise<number>> {
  const uploaders = UPLOADERS.map(({ userId }) => userId);
  // Inherits TABLE_NAME, which withTable has set.
  const child = fork(join(import.meta.dirname, 'write-files.ts'), uploaders);
  const earlyExit = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that publishes files has ended with ${code}.`);
  });
  const receiveCount = async () => {
    const [count] = await Promise.race([once(child, 'message'), earlyExit]);
    return Number(count);
  };

  const countBefore = await receiveCount();
  const start = performance.now();

  return async () => {
    const finalCount = receiveCount();
    child.send('stop');
    const writtenFiles = (await finalCount) - countBefore;
    const seconds = (performance.now() - start) / 1000;

    // After the final count, the process ends as expected.
    await earlyExit.catch(() => {});
    return writtenFiles / seconds;
  };
}

/** Prints the latencies without and with concurrent writes, in one table. */
export function printDuringWrites(measurements: readonly DuringWrites[]): void {
  console.log('\n## The first page while another process publishes files\n');
  const rows = measurements.map(({ size, viewer, withoutWrites, withWrites, filesPerSecond }) => [
    formatCount(size),
    viewer,
    formatNumber(withoutWrites.p50),
    formatNumber(withoutWrites.p95),
    formatNumber(withWrites.p50),
    formatNumber(withWrites.p95),
    formatNumber(filesPerSecond),
    formatCount(withWrites.runs),
  ]);
  const heads = [
    'Files',
    'From',
    'p50 ms, no writes',
    'p95 ms, no writes',
    'p50 ms, writes',
    'p95 ms, writes',
    'Files per second',
    'Runs',
  ];

  console.log(formatTable(heads, rows));
}

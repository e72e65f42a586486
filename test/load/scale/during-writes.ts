/** The latency of the first page while another process publishes files that appear on it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { type Latency, measureLatencies } from '../meter.ts';
import { formatCount, formatNumber, formatTable } from '../report.ts';
import { requestFiles, UPLOADERS } from './file-queries.ts';
import { withTable } from './large-tables.ts';
import type { SizedTable } from './measure.ts';

/** Timed pages, as a multiple of the runs of other queries: a p95 needs more of them. */
const PAGES_PER_RUN = 5;

/** The latency of the first page without and with concurrent writes. */
interface DuringWrites {
  /** Number of generated files in the table. */
  readonly size: number;
  readonly viewer: string;
  readonly quiet: Latency;
  readonly writing: Latency;
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

async function measureTable({ size }: SizedTable, viewers: readonly Profile[], runs: number): Promise<DuringWrites[]> {
  const quiet = await timeFirstPages(viewers, runs);
  const stopWriting = await startWriting();
  const writing = await timeFirstPages(viewers, runs);
  const filesPerSecond = await stopWriting();

  return viewers.map(({ username: viewer }, index) => ({
    size,
    viewer,
    quiet: quiet[index]!,
    writing: writing[index]!,
    filesPerSecond,
  }));
}

function timeFirstPages(viewers: readonly Profile[], runs: number): Promise<Latency[]> {
  const pages = viewers.map((viewer) => () => requestFiles(viewer, {}));
  return measureLatencies(pages, {
    runs: runs * PAGES_PER_RUN,
    budgetMs: runs * PAGES_PER_RUN * 60,
    minRuns: runs,
    warmUp: 3,
  });
}

/**
 * Starts a process that publishes files in the current table. In this process, it would share the event loop with the
 * pages.
 *
 * @returns a function that stops the process, and returns the files it has published per second
 */
async function startWriting(): Promise<() => Promise<number>> {
  const uploaders = UPLOADERS.map(({ userId }) => userId);
  // Inherits TABLE_NAME, which withTable has set.
  const child = fork(join(import.meta.dirname, 'write-files.ts'), uploaders);
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that publishes files has ended with ${code}.`);
  });
  const receiveCount = async () => Number((await Promise.race([once(child, 'message'), exit]))[0]);
  const before = await receiveCount();
  const start = performance.now();

  return async () => {
    const count = receiveCount();
    child.send('stop');
    const writtenFiles = (await count) - before;
    const seconds = (performance.now() - start) / 1000;
    // The process ends as expected now.
    await exit.catch(() => {});
    return writtenFiles / seconds;
  };
}

export function printDuringWrites(measurements: readonly DuringWrites[]): void {
  console.log('\n## The first page while another process publishes files\n');
  const rows = measurements.map(({ size, viewer, quiet, writing, filesPerSecond }) => [
    formatCount(size),
    viewer,
    formatNumber(quiet.p50),
    formatNumber(quiet.p95),
    formatNumber(writing.p50),
    formatNumber(writing.p95),
    formatNumber(filesPerSecond),
    formatCount(writing.runs),
  ]);
  const quiet = ['p50 ms, no writes', 'p95 ms, no writes'];
  const writing = ['p50 ms, writes', 'p95 ms, writes', 'Files per second'];

  console.log(formatTable(['Files', 'From', ...quiet, ...writing, 'Runs'], rows));
}

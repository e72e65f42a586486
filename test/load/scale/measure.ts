import { table as client } from '../../../lambdas/table/client.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { type CapacityUse, measureLatencies, meter } from '../meter.ts';
import { observeRounds } from '../rounds/observe-rounds.ts';
import { type LargeTable, withTable } from './large-tables.ts';
import type { Measurement } from './scale-report.ts';

/** A query to measure at several table sizes. */
export interface QueryCase {
  readonly label: string;
  /** Reads the page after a cursor as a viewer. */
  readonly run: (viewer: Profile, cursor: string | null) => Promise<QueryResult>;
  /** Number of pages before the measured page. They are read first, to get its cursor. */
  readonly skippedPages?: number | undefined;
}

/** A page that a query has returned. */
interface QueryResult {
  /** Rows on the page. */
  readonly rows: number;
  /** The position of the next page. Null at the end of the list. */
  readonly cursor: string | null;
}

/** A table with a known number of listed items, such as files. */
export interface SizedTable extends LargeTable {
  readonly size: number;
}

/** Expected time of one run in milliseconds. Slow queries run less often. */
const RUN_BUDGET_MS = 60;

/**
 * Measures one query as one viewer at each size: first its capacity and rounds, then its latency and processor time.
 *
 * Omits sizes whose list ends before the measured page.
 */
export async function measure(
  tables: readonly SizedTable[],
  viewer: Profile,
  { label, run: runQuery, skippedPages = 0 }: QueryCase,
  runs: number,
): Promise<Measurement[]> {
  const cases: { size: number; run: () => Promise<QueryResult> }[] = [];
  for (const table of tables) {
    const runAt = (cursor: string | null) => withTable(table, () => runQuery(viewer, cursor));
    const cursor = await skipPages(runAt, skippedPages);
    if (cursor !== undefined) cases.push({ size: table.size, run: () => runAt(cursor) });
  }

  const costs: { consumed: CapacityUse; rounds: number; rows: number; isLastPage: boolean }[] = [];
  for (const { run } of cases) {
    const { result, consumed } = await meter(run);
    const { length: rounds } = await observeRounds(client, run);
    costs.push({ consumed, rounds, rows: result.rows, isLastPage: result.cursor === null });
  }

  const latencies = await measureLatencies(
    cases.map(({ run }) => run),
    { runs, budgetMs: runs * RUN_BUDGET_MS, minRuns: Math.min(runs, 5), warmUp: 3 },
  );

  return cases.map(({ size }, index) => ({
    size,
    viewer: viewer.username,
    label,
    ...costs[index]!,
    latency: latencies[index]!,
  }));
}

/** Reads this many pages. Returns the cursor of the next page, or undefined if there is none. */
async function skipPages(
  run: (cursor: string | null) => Promise<QueryResult>,
  count: number,
): Promise<string | null | undefined> {
  let cursor: string | null = null;

  for (let page = 0; page < count; page++) {
    ({ cursor } = await run(cursor));
    if (cursor === null) return undefined;
  }

  return cursor;
}

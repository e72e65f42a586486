import { table as client } from '../../../lambdas/table/client.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { type Consumed, measureLatencies, meter } from '../meter.ts';
import { observeRounds } from '../rounds/observe-rounds.ts';
import { type LargeTable, withTable } from './large-tables.ts';
import type { Measurement } from './scale-report.ts';

/** A query to measure at several table sizes. */
export interface QueryCase {
  readonly label: string;
  /** Reads the page after a cursor as a viewer. */
  readonly run: (viewer: Profile, cursor: string | null) => Promise<QueryResult>;
  /** Pages to read first, to get the cursor. */
  readonly skippedPages?: number | undefined;
}

interface QueryResult {
  /** Rows on the page. */
  readonly rows: number;
  readonly cursor: string | null;
}

/** A table with a known number of listed items. */
export interface SizedTable extends LargeTable {
  readonly size: number;
}

/** Measures one query as one viewer at each size: first its capacity and rounds, then its latency and processor time. */
export async function measure(
  tables: readonly SizedTable[],
  viewer: Profile,
  { label, run: runQuery, skippedPages = 0 }: QueryCase,
  runs: number,
): Promise<Measurement[]> {
  const cases: { size: number; run: () => Promise<QueryResult> }[] = [];
  for (const table of tables) {
    let [cursor, exists]: [string | null, boolean] = [null, true];
    for (let page = 0; exists && page < skippedPages; page++) {
      ({ cursor } = await withTable(table, () => runQuery(viewer, cursor)));
      exists = cursor !== null;
    }
    if (exists) cases.push({ size: table.size, run: () => withTable(table, () => runQuery(viewer, cursor)) });
  }

  const costs: { consumed: Consumed; rounds: number; rows: number; ended: boolean }[] = [];
  for (const { run } of cases) {
    const { result, consumed } = await meter(run);
    const { length: rounds } = await observeRounds(client, run);
    costs.push({ consumed, rounds, rows: result.rows, ended: result.cursor === null });
  }

  const latencies = await measureLatencies(
    cases.map(({ run }) => run),
    // Slow queries run less often.
    { runs, budgetMs: runs * 60, minRuns: Math.min(runs, 5), warmUp: 3 },
  );

  return cases.map(({ size }, index) => ({
    size,
    viewer: viewer.username,
    label,
    ...costs[index]!,
    latency: latencies[index]!,
  }));
}

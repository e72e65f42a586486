import type { Profile } from '../../../lambdas/table/profile.ts';
import { type Consumed, meter, time } from '../meter.ts';
import { at, type LargeTable } from './large-tables.ts';
import type { Measured } from './scale-report.ts';

/** What is asked of tables of several sizes. */
export interface Question {
  readonly label: string;
  /** Asks it as a viewer, after the page that a cursor ends. */
  readonly ask: (viewer: Profile, cursor: string | null) => Promise<Answer>;
  /** Pages that are read first, to get the cursor. */
  readonly pagesBefore?: number | undefined;
}

interface Answer {
  /** How many the page holds. */
  readonly rows: number;
  readonly cursor: string | null;
}

/** A table that holds so many of what is listed. */
export interface SizedTable extends LargeTable {
  readonly size: number;
}

/** Asks one question as one viewer at each size: what it consumes, and then how long it takes, in turns. */
export async function measure(
  tables: readonly SizedTable[],
  viewer: Profile,
  { label, ask, pagesBefore = 0 }: Question,
  runs: number,
): Promise<Measured[]> {
  const asked: { size: number; run: () => Promise<Answer> }[] = [];
  for (const table of tables) {
    let [cursor, exists]: [string | null, boolean] = [null, true];
    for (let page = 0; exists && page < pagesBefore; page++) {
      ({ cursor } = await at(table, () => ask(viewer, cursor)));
      exists = cursor !== null;
    }
    if (exists) asked.push({ size: table.size, run: () => at(table, () => ask(viewer, cursor)) });
  }
  const cost: { consumed: Consumed; rows: number; ended: boolean }[] = [];
  for (const { run } of asked) {
    const { result, consumed } = await meter(run);
    cost.push({ consumed, rows: result.rows, ended: result.cursor === null });
  }
  const latencies = await time(
    asked.map(({ run }) => run),
    // What takes longer is run less often.
    { runs, budget: runs * 60, fewest: Math.min(runs, 5), warmUp: 3 },
  );
  return asked.map(({ size }, index) => ({
    size,
    viewer: viewer.username,
    label,
    ...cost[index]!,
    latency: latencies[index]!,
  }));
}

import type { Profile } from '../../../lambdas/table/profile.ts';
import { FIRST_PAGE, UPLOADERS } from './file-queries.ts';
import { withTable } from './large-tables.ts';
import { measure, type SizedTable } from './measure.ts';
import { publishFile } from './publish-files.ts';
import type { Measurement } from './scale-report.ts';

/** Number of files to publish. Exceeds a page, so that the whole page comes from their band. */
const NEWEST_FILES = 40;

/**
 * Measures the first page while all its files are in one band. The page's first round reads only a few rows of each
 * band.
 *
 * Publishes these files in each table, so call it after the measurements of the generated files.
 */
export async function measureNewestInOneBand(
  tables: readonly SizedTable[],
  viewers: readonly Profile[],
  runs: number,
): Promise<Measurement[]> {
  for (const table of tables) {
    await withTable(table, async () => {
      for (let number = 0; number < NEWEST_FILES; number++) await publishFile(UPLOADERS[0]!.userId);
    });
  }

  const measurements: Measurement[] = [];
  for (const viewer of viewers) {
    measurements.push(...(await measure(tables, viewer, { ...FIRST_PAGE, label: 'newest in one band' }, runs)));
  }
  return measurements;
}

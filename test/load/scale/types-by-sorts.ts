/** Measures the cost of a full first page of every file type in every order, for a viewer above all files. */
import { table as client } from '../../../lambdas/table/client.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { FILE_TYPE_FILTERS, type FileTypeFilter } from '../../../shared/rules/file-types.ts';
import { FILES_PAGE_SIZE } from '../../../shared/rules/limits.ts';
import { type CapacityUse, meter } from '../meter.ts';
import { formatCount, formatNumber, formatTable } from '../report.ts';
import { observeRounds } from '../rounds/observe-rounds.ts';
import { requestFiles, TOP_VIEWER } from './file-queries.ts';
import { withTable } from './large-tables.ts';
import type { SizedTable } from './measure.ts';

/** The orders of a list of files. */
const SORTS = ['recent', 'size'] as const;
type Sort = (typeof SORTS)[number];

/** Types that are rare: each has less than a tenth of the generated files. */
const RARE_TYPES: readonly FileTypeFilter[] = ['text/', 'application/zip'];

/** The cost of a full first page, with all requests that it needs. */
export interface TypeMeasurement {
  /** Number of files in the table. */
  readonly size: number;
  readonly type: FileTypeFilter;
  readonly sort: Sort;
  /** Number of files found: 20, or all files of the type. */
  readonly rows: number;
  /** Number of requests to the endpoint until 20 files are found or the list ends. */
  readonly pages: number;
  /** Number of sequential rounds of requests to the table. See `observeRounds`. */
  readonly rounds: number;
  readonly consumed: CapacityUse;
}

/** Measures every type in every order at each size. */
export async function measureTypesBySorts(tables: readonly SizedTable[]): Promise<TypeMeasurement[]> {
  const measurements: TypeMeasurement[] = [];
  for (const table of tables) {
    for (const { value: type } of FILE_TYPE_FILTERS) {
      for (const sort of SORTS) {
        const run = () => withTable(table, () => fillFirstPage(TOP_VIEWER, type, sort));
        const { result, consumed } = await meter(run);
        const { length: rounds } = await observeRounds(client, run);
        measurements.push({ size: table.size, type, sort, ...result, rounds, consumed });
      }
    }
  }

  return measurements;
}

/** Requests pages until 20 files are found, as the file explorer does, or until the list ends. */
async function fillFirstPage(viewer: Profile, fileType: FileTypeFilter, sortBy: Sort) {
  let rows = 0;
  let pages = 0;
  let lastKey: string | null = null;

  do {
    const page = await requestFiles(viewer, { fileType, sortBy, limit: FILES_PAGE_SIZE - rows }, lastKey);
    rows += page.files.length;
    pages++;
    lastKey = page.lastKey;
  } while (lastKey && rows < FILES_PAGE_SIZE);

  return { rows, pages };
}

/**
 * Returns whether this is a list of a rare type, largest first. It was the most expensive list before it had an index.
 */
export function isRareBySize({ type, sort }: TypeMeasurement): boolean {
  return RARE_TYPES.includes(type) && sort === 'size';
}

/** Prints one table of types and orders for each size. */
export function printTypesBySorts(sizes: readonly number[], measurements: readonly TypeMeasurement[]): void {
  for (const size of sizes) {
    console.log(`\n## A full first page of each type, from ${TOP_VIEWER.username}, ${formatCount(size)} files\n`);
    const tableRows = measurements
      .filter((measurement) => measurement.size === size)
      .map(({ type, sort, rows, pages, rounds, consumed }) => [
        FILE_TYPE_FILTERS.find(({ value }) => value === type)!.label,
        sort === 'size' ? 'largest first' : 'newest first',
        formatCount(rows),
        formatCount(pages),
        formatCount(rounds),
        formatNumber(consumed.query),
        formatNumber(consumed.read),
      ]);
    console.log(formatTable(['Type', 'Order', 'Rows', 'Pages', 'Rounds', 'RCU, index', 'RCU, all'], tableRows));
  }
}

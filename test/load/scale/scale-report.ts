import type { CapacityUse, Latency, TimedLatency } from '../meter.ts';
import { formatCount, formatNumber, formatTable } from '../report.ts';

/** The measurement of one query by one viewer in a table of one size. */
export interface Measurement {
  /** Number of listed items in the table. */
  readonly size: number;
  readonly viewer: string;
  readonly label: string;
  readonly consumed: CapacityUse;
  /** Rows on the page. */
  readonly rows: number;
  /** Number of sequential rounds of requests to the table: the length of the critical path. See `observeRounds`. */
  readonly rounds: number;
  /** Whether this was the last page. */
  readonly isLastPage: boolean;
  /** Latency and processor time, in milliseconds. */
  readonly latency: TimedLatency;
}

/** The measurement of one query with the naive list, whose rounds and processor time are not measured. */
export type NaiveMeasurement = Omit<Measurement, 'rounds' | 'latency'> & { readonly latency: Latency };

/** The measurement of a search through all pages. */
interface CompleteSearch {
  /** Number of files in the table. */
  readonly size: number;
  /** Number of pages until the end. */
  readonly pages: number;
  /** Number of files found. */
  readonly foundFiles: number;
  /** Number of the page with the first match, from 1. */
  readonly firstMatchPage: number;
  readonly consumed: CapacityUse;
  readonly seconds: number;
}

/** Maximum ratio of the latencies in the largest and the smallest table. A budget of docs/benchmarks.md. */
const MAX_RATIO = 1.2;

/** The list that is measured, as the headings name it. */
interface MeasuredList {
  readonly title: string;
  /** The listed items, such as "files". */
  readonly itemName: string;
}

/** Prints one table of measurements for each size. */
export function printBySize(
  { title, itemName }: MeasuredList,
  sizes: readonly number[],
  measurements: readonly Measurement[],
): void {
  for (const size of sizes) {
    console.log(`\n## ${title}, ${formatCount(size)} ${itemName}\n`);
    const tableRows = measurements
      .filter((measurement) => measurement.size === size)
      .map(({ viewer, label, rows, isLastPage, consumed, rounds, latency }) => [
        viewer,
        label,
        `${formatCount(rows)}${isLastPage ? ', all' : ''}`,
        formatNumber(consumed.query),
        formatNumber(consumed.read),
        formatCount(consumed.requests),
        formatCount(rounds),
        formatNumber(latency.p50),
        formatNumber(latency.p95),
        formatNumber(latency.cpuMs),
        formatCount(latency.runs),
      ]);
    const costs = ['RCU, index', 'RCU, all', 'Requests', 'Rounds'];
    const heads = ['From', 'Query', 'Rows', ...costs, 'p50 ms', 'p95 ms', 'CPU ms', 'Runs'];

    console.log(formatTable(heads, tableRows));
  }
}

/**
 * Prints the index capacity of each query at each size, and how the largest table differs from the smallest in
 * capacity and latency.
 */
export function printRatios(
  { title, itemName }: MeasuredList,
  sizes: readonly number[],
  measurements: readonly Measurement[],
): void {
  const smallestSize = sizes.at(0) ?? 0;
  const largestSize = sizes.at(-1) ?? 0;
  console.log(`\n## ${title}, ${formatCount(largestSize)} ${itemName} compared with ${formatCount(smallestSize)}\n`);

  const rows = measurements
    .filter(({ size }) => size === largestSize)
    .map(({ viewer, label }) => {
      const bySize = sizes.map((size) => measurements.find((candidate) => hasKey(candidate, { size, viewer, label })));
      const units = bySize.map((measurement) => (measurement ? formatNumber(measurement.consumed.query) : '–'));
      return [viewer, label, ...units, ...compareSizes(bySize[0], bySize.at(-1)!)];
    });

  const unitHeads = sizes.map((size) => `RCU, ${formatCount(size)}`);
  console.log(formatTable(['From', 'Query', ...unitHeads, 'Capacity', 'p50 ratio', `≤ ${MAX_RATIO}`], rows));
}

/** Identifies the measurement of one query by one viewer in a table of one size. */
type MeasurementKey = Pick<Measurement, 'size' | 'viewer' | 'label'>;

/** Returns whether a measurement is of this query, viewer, and size. */
function hasKey(measurement: MeasurementKey, { size, viewer, label }: MeasurementKey): boolean {
  return measurement.size === size && measurement.viewer === viewer && measurement.label === label;
}

/**
 * Returns the cells that compare two sizes: difference of capacity, ratio of latencies, and whether it is in budget.
 */
function compareSizes(small: Measurement | undefined, large: Measurement | undefined): [string, string, string] {
  if (!small || !large) return ['no such page among so few', '–', ''];

  const ratio = large.latency.p50 / small.latency.p50;
  if (small.isLastPage !== large.isLastPage)
    return [`ends sooner among ${formatCount(small.size)}`, ratio.toFixed(2), ''];
  if (small.rows < large.rows) return [`shows fewer among ${formatCount(small.size)}`, ratio.toFixed(2), ''];
  return [formatDifference(small, large), ratio.toFixed(2), ratio <= MAX_RATIO ? 'ok' : 'OVER'];
}

/** Formats the difference of the index capacity, such as `+0.5`. */
function formatDifference(small: Measurement, large: Measurement): string {
  const difference = large.consumed.query - small.consumed.query;
  if (difference === 0) return 'equal';
  return `${difference > 0 ? '+' : '–'}${formatNumber(Math.abs(difference))}`;
}

/** Prints the searches through all pages, in one table. */
export function printCompleteSearch(searches: readonly CompleteSearch[]): void {
  console.log('\n## A rare search through all pages, by the highest viewer\n');
  const rows = searches.map(({ size, pages, foundFiles, firstMatchPage, consumed, seconds }) => [
    formatCount(size),
    formatCount(foundFiles),
    formatCount(pages),
    formatCount(firstMatchPage),
    formatNumber(consumed.read),
    formatNumber(seconds),
  ]);
  console.log(formatTable(['Files', 'Found', 'Pages', 'First on page', 'RCU', 'Seconds'], rows));
}

/** Prints the measurements of the naive list (naive-list.ts), and their ratios to the list with depth bands. */
export function printNaive(
  naiveMeasurements: readonly NaiveMeasurement[],
  bandedMeasurements: readonly Measurement[],
): void {
  console.log('\n## The naive list: one index on depth, sorted and filtered in the function\n');
  const rows = naiveMeasurements.map((measurement) => {
    const { size, viewer, label, consumed, latency } = measurement;
    const banded = bandedMeasurements.find((candidate) => hasKey(candidate, measurement));

    return [
      viewer,
      label,
      formatCount(size),
      formatNumber(consumed.read),
      banded ? `${formatNumber(consumed.read / banded.consumed.read)} ×` : '–',
      formatNumber(latency.p50),
      formatNumber(latency.p95),
      banded ? `${formatNumber(latency.p50 / banded.latency.p50)} ×` : '–',
      formatCount(latency.runs),
    ];
  });
  const heads = ['From', 'Query', 'Files', 'RCU', 'RCU ratio', 'p50 ms', 'p95 ms', 'p50 ratio', 'Runs'];

  console.log(formatTable(heads, rows));
}

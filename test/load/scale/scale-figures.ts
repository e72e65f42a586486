import { record } from '../results.ts';
import { FIRST_PAGE } from './file-queries.ts';
import type { Measurement } from './scale-report.ts';
import { isRareBySize, type TypeMeasurement } from './types-by-sorts.ts';

/** The number of files in the table with which larger tables are compared. */
const SMALL_SIZE = 1000;

/**
 * Records the figures of docs/benchmarks.md that this part measures.
 *
 * The figures for 1,000 files and the ratio need a table of that size. The ratio and the figures for the largest table
 * also need a larger table.
 */
export function recordScaleFigures(
  sizes: readonly number[],
  bandedMeasurements: readonly Measurement[],
  types: readonly TypeMeasurement[],
): void {
  const largestSize = sizes.at(-1)!;
  const hasSmallTable = sizes.includes(SMALL_SIZE);
  const hasLargeTable = largestSize > SMALL_SIZE;
  const rareMeasurements = types.filter(isRareBySize);

  record('typeSizePages', Math.max(...rareMeasurements.map(({ pages }) => pages)));
  if (hasSmallTable) record('typeSizeRcuSmall', findWorstUnits(rareMeasurements, SMALL_SIZE));
  if (hasLargeTable) record('typeSizeRcuLarge', findWorstUnits(rareMeasurements, largestSize));
  if (hasSmallTable && hasLargeTable) record('scaleLatencyRatio', findWorstRatio(bandedMeasurements, largestSize));
}

/** Returns the maximum read units of a full page among this number of files. */
function findWorstUnits(rareMeasurements: readonly TypeMeasurement[], size: number): number {
  const pages = rareMeasurements.filter((measurement) => measurement.size === size);
  return Math.max(...pages.map(({ consumed }) => consumed.read));
}

/**
 * Returns the maximum ratio, over all viewers, of two median latencies of the first page: among this number of files,
 * and among 1,000 files.
 */
function findWorstRatio(bandedMeasurements: readonly Measurement[], size: number): number {
  const firstPages = bandedMeasurements.filter(({ label }) => label === FIRST_PAGE.label);
  const smallPages = firstPages.filter((measurement) => measurement.size === SMALL_SIZE);
  const largePages = firstPages.filter((measurement) => measurement.size === size);
  const smallLatencies = new Map(smallPages.map(({ viewer, latency }) => [viewer, latency.p50]));

  return Math.max(...largePages.map(({ viewer, latency }) => latency.p50 / smallLatencies.get(viewer)!));
}

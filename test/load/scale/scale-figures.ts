import { recordFigure } from '../results.ts';
import { FIRST_PAGE } from './file-queries.ts';
import type { Measurement } from './scale-report.ts';
import { isRareBySize, type TypeMeasurement } from './types-by-sorts.ts';

/** The number of files in the table with which larger tables are compared. */
const SMALL_TABLE_SIZE = 1000;

/**
 * Records the figures of docs/benchmarks.md that part `scale` of `npm run bench` measures.
 *
 * Skips figures of a table that was not measured.
 */
export function recordScaleFigures(
  sizes: readonly number[],
  bandedMeasurements: readonly Measurement[],
  typeMeasurements: readonly TypeMeasurement[],
): void {
  const largestSize = sizes.at(-1)!;
  const hasSmallTable = sizes.includes(SMALL_TABLE_SIZE);
  const hasLargeTable = largestSize > SMALL_TABLE_SIZE;
  const rareMeasurements = typeMeasurements.filter(isRareBySize);

  recordFigure('typeSizePages', Math.max(...rareMeasurements.map(({ pages }) => pages)));
  if (hasSmallTable) recordFigure('typeSizeRcuSmall', findMaxReadUnits(rareMeasurements, SMALL_TABLE_SIZE));
  if (hasLargeTable) recordFigure('typeSizeRcuLarge', findMaxReadUnits(rareMeasurements, largestSize));
  if (hasSmallTable && hasLargeTable)
    recordFigure('scaleLatencyRatio', findWorstRatio(bandedMeasurements, largestSize));
}

/** Returns the most read units that a full first page took in the table of this size. */
function findMaxReadUnits(rareMeasurements: readonly TypeMeasurement[], size: number): number {
  const measurementsOfSize = rareMeasurements.filter((measurement) => measurement.size === size);
  return Math.max(...measurementsOfSize.map(({ consumed }) => consumed.read));
}

/**
 * Returns how many times longer the first page takes in the table of this size than in the small table: the ratio of
 * the median latencies, for the viewer with the highest ratio.
 */
function findWorstRatio(bandedMeasurements: readonly Measurement[], size: number): number {
  const firstPages = bandedMeasurements.filter(({ label }) => label === FIRST_PAGE.label);
  const smallPages = firstPages.filter((measurement) => measurement.size === SMALL_TABLE_SIZE);
  const largePages = firstPages.filter((measurement) => measurement.size === size);
  const smallLatencies = new Map(smallPages.map(({ viewer, latency }) => [viewer, latency.p50]));

  // Every table is measured with the same viewers, so each has a latency in the small table.
  return Math.max(...largePages.map(({ viewer, latency }) => latency.p50 / smallLatencies.get(viewer)!));
}

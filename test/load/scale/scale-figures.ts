import { record } from '../results.ts';
import { FIRST_PAGE } from './file-queries.ts';
import type { Measurement } from './scale-report.ts';
import { isRareBySize, type TypeMeasurement } from './types-by-sorts.ts';

/** The size in files that larger ones are compared with. */
const SMALL_SIZE = 1000;

/**
 * Records the figures of docs/benchmarks.md that this part measures.
 *
 * Figures among 1,000 files, and relative to them, need a table of that size. Figures among the most files need a larger
 * table, too.
 */
export function recordScaleFigures(
  sizes: readonly number[],
  bandedMeasurements: readonly Measurement[],
  types: readonly TypeMeasurement[],
): void {
  const largestSize = sizes.at(-1)!;
  const rareMeasurements = types.filter(isRareBySize);
  record('typeSizePages', Math.max(...rareMeasurements.map(({ pages }) => pages)));
  if (sizes.includes(SMALL_SIZE)) record('typeSizeRcuSmall', worstUnits(rareMeasurements, SMALL_SIZE));
  if (largestSize > SMALL_SIZE) record('typeSizeRcuLarge', worstUnits(rareMeasurements, largestSize));
  if (sizes.includes(SMALL_SIZE) && largestSize > SMALL_SIZE)
    record('scaleLatencyRatio', worstRatio(bandedMeasurements, largestSize));
}

/** Returns the most read units of a full page at a size. */
function worstUnits(rareMeasurements: readonly TypeMeasurement[], size: number): number {
  return Math.max(
    ...rareMeasurements.filter((measurement) => measurement.size === size).map(({ consumed }) => consumed.read),
  );
}

/** Returns the greatest ratio of a viewer's median latency of the first page at a size to that among 1,000 files. */
function worstRatio(bandedMeasurements: readonly Measurement[], size: number): number {
  const firstPages = bandedMeasurements.filter(({ label }) => label === FIRST_PAGE.label);
  const smallLatencies = new Map(
    firstPages
      .filter((measurement) => measurement.size === SMALL_SIZE)
      .map(({ viewer, latency }) => [viewer, latency.p50]),
  );
  const largePages = firstPages.filter((measurement) => measurement.size === size);
  return Math.max(...largePages.map(({ viewer, latency }) => latency.p50 / smallLatencies.get(viewer)!));
}

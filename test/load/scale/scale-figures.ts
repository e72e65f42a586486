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
  banded: readonly Measurement[],
  types: readonly TypeMeasurement[],
): void {
  const largest = sizes.at(-1)!;
  const rare = types.filter(isRareBySize);
  record('typeSizePages', Math.max(...rare.map(({ pages }) => pages)));
  if (sizes.includes(SMALL_SIZE)) record('typeSizeRcuSmall', worstUnits(rare, SMALL_SIZE));
  if (largest > SMALL_SIZE) record('typeSizeRcuLarge', worstUnits(rare, largest));
  if (sizes.includes(SMALL_SIZE) && largest > SMALL_SIZE) record('scaleLatencyRatio', worstRatio(banded, largest));
}

/** Returns the most read units of a full page at a size. */
function worstUnits(rare: readonly TypeMeasurement[], size: number): number {
  return Math.max(...rare.filter((one) => one.size === size).map(({ consumed }) => consumed.read));
}

/** Returns the greatest ratio of a viewer's median latency of the first page at a size to that among 1,000 files. */
function worstRatio(banded: readonly Measurement[], size: number): number {
  const firstPages = banded.filter(({ label }) => label === FIRST_PAGE.label);
  const small = new Map(
    firstPages.filter((one) => one.size === SMALL_SIZE).map(({ viewer, latency }) => [viewer, latency.p50]),
  );
  const large = firstPages.filter((one) => one.size === size);
  return Math.max(...large.map(({ viewer, latency }) => latency.p50 / small.get(viewer)!));
}

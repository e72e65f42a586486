import { MICROMETRES_PER_METRE, type Micrometres } from './depth.ts';

/**
 * Inclusive upper bounds of the depth bands, in metres. A band is a range of depths. Lists by depth keep one index
 * partition per band and shard: see docs/depth-index.md.
 *
 * New members are at 0 m, and the packages lead to 100, 1,000 and 10,000 m. A viewer at a bound sees the whole band, so
 * queries from these common depths need no filter.
 */
export const BAND_UPPER_BOUNDS_METRES = [0, 1, 10, 30, 100, 300, 1000, 3000, 10_000, Number.POSITIVE_INFINITY] as const;

/** A band's index in {@link BAND_UPPER_BOUNDS_METRES}. */
export type Band = number;

/** Returns the band of a depth. Negative depths are in band 0. */
export function bandOf(depth: Micrometres): Band {
  return BAND_UPPER_BOUNDS_METRES.findIndex((bound) => depth <= bound * MICROMETRES_PER_METRE);
}

/** Returns every band with items visible from a depth; the viewer's own band is last. */
export function listVisibleBands(depth: Micrometres): Band[] {
  return Array.from({ length: bandOf(depth) + 1 }, (_, band) => band);
}

import type { Micrometres } from './depth.ts';

const MICROMETRES_PER_METRE = 1_000_000;

/**
 * Upper bounds of the depth bands, in metres, each of them within its band. Whoever has just arrived is at 0 m, and what
 * can be bought at once leads to 100, 1,000 or 10,000 m: there, a band ends, and nothing in it is above its viewer.
 */
export const BAND_UPPER_BOUNDS_METRES = [0, 1, 10, 30, 100, 300, 1000, 3000, 10_000, Number.POSITIVE_INFINITY] as const;

/** A band's number: its place in {@link BAND_UPPER_BOUNDS_METRES}. */
export type Band = number;

/** The band that a depth lies in. A depth below zero counts as the bottom. */
export function bandOf(depth: Micrometres): Band {
  return BAND_UPPER_BOUNDS_METRES.findIndex((bound) => depth <= bound * MICROMETRES_PER_METRE);
}

/** Every band that holds something visible from a depth, the viewer's own band last. */
export function bandsVisibleFrom(depth: Micrometres): Band[] {
  return Array.from({ length: bandOf(depth) + 1 }, (_, band) => band);
}

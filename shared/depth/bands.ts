import type { Micrometres } from './depth.ts';

const MICROMETRES_PER_METRE = 1_000_000;

/** Lower bounds of the depth bands, in metres (design §3). A band reaches up to the next bound. */
export const BAND_LOWER_BOUNDS_METRES = [0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000] as const;

/** A band's number: its place in {@link BAND_LOWER_BOUNDS_METRES}. */
export type Band = number;

/** The band that a depth lies in. A depth below zero counts as the bottom. */
export function bandOf(depth: Micrometres): Band {
  const above = BAND_LOWER_BOUNDS_METRES.findIndex((bound) => depth < bound * MICROMETRES_PER_METRE);
  if (above === -1) return BAND_LOWER_BOUNDS_METRES.length - 1;
  return Math.max(0, above - 1);
}

/** Every band that holds something visible from a depth, the viewer's own band last. */
export function bandsVisibleFrom(depth: Micrometres): Band[] {
  return Array.from({ length: bandOf(depth) + 1 }, (_, band) => band);
}

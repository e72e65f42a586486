import { MICROMETRES_PER_METRE, type Micrometres } from './depth.ts';

/**
 * Inclusive upper bounds of the buckets that count members by depth, in metres: three per power of ten, from a
 * centimetre to the surface. New members are at 0 m, in a separate bucket.
 *
 * Stored buckets have the position in this list as their number, so adding a bound requires a rebuild of the view.
 */
export const BUCKET_UPPER_BOUNDS_METRES = [
  0,
  0.01,
  0.02,
  0.05,
  0.1,
  0.2,
  0.5,
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  1000,
  2000,
  5000,
  10_000,
  Number.POSITIVE_INFINITY,
] as const;

/** A bucket's index in {@link BUCKET_UPPER_BOUNDS_METRES}. */
export type Bucket = number;

/** Returns the bucket of a depth. Negative depths, which only a reversed payment can cause, are in bucket 0. */
export function bucketOf(depth: Micrometres): Bucket {
  // Rounds the bounds, because fractions of a metre have no exact binary form.
  return BUCKET_UPPER_BOUNDS_METRES.findIndex((bound) => depth <= Math.round(bound * MICROMETRES_PER_METRE));
}

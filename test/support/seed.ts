/**
 * Seed of generated input, of random IDs, and of the order of test files.
 *
 * `FATHOM_TEST_SEED` sets another seed, to repeat a run of `npm run test:all` or `npm run flaky`, which print their
 * seeds. The usual seed is an arbitrary number.
 */
export const SEED = Number(process.env.FATHOM_TEST_SEED ?? 20_261_122);

/** Returns a random seed, for runs that look for failures which the usual seed doesn't show. */
export function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * How long to wait before another attempt, in milliseconds: anything up to a bound that doubles with each failure
 * ("full jitter"), so that those who lost their connection together do not come back together.
 *
 * @param failures - attempts that have failed so far
 */
export function backOff(failures: number, random: () => number = Math.random): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
}

/** The maximum of the first wait, in milliseconds. */
const BASE_MS = 500;

/** The maximum of all waits, in milliseconds. */
const MAX_MS = 30_000;

/**
 * Returns the wait before the next attempt, in milliseconds: exponential backoff with full jitter.
 *
 * The jitter keeps clients that lost their connections at the same time from reconnecting at the same time.
 *
 * @param failures - the number of earlier failures. 0 gives the shortest wait: 500 ms at most.
 */
export function backoffDelay(failures: number, random: () => number = Math.random): number {
  return random() * Math.min(MAX_MS, BASE_MS * 2 ** failures);
}

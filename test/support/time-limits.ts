/**
 * Maximum wait for one condition in a test, in milliseconds.
 *
 * The limit ends hangs, so it is far longer than a busy machine needs. `vitest.config.ts` sets the same limit for
 * `expect.poll`. This constant is for waits that can't use it.
 */
export const WAIT_TIMEOUT_MS = 60_000;

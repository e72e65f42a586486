/**
 * Maximum wait for one condition in a test, in milliseconds. It ends hangs, so it is far above what a busy machine
 * needs. `vitest.config.ts` sets the same limit for `expect.poll`; this one is for waits that can't use it.
 */
export const WAIT_TIMEOUT_MS = 60_000;

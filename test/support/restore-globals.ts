import { afterAll, vi } from 'vitest';

/*
 * Setup file of unit tests that share a process: restores what a file has replaced, so that the next file doesn't get it.
 */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

import { afterAll, vi } from 'vitest';

/*
 * Setup file of unit tests that share a process: restores the globals that a file has replaced, before the next file
 * runs.
 */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

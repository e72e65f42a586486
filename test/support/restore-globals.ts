/**
 * Setup file of unit tests that share a process: restores the globals that a file has replaced, before the next file
 * runs.
 */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

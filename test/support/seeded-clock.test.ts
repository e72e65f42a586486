/** Tests of the clock of unit tests, whose start depends on the seed. See CONTRIBUTING.md#tests. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';

/** Maximum time between two readings of the clock in a test, in milliseconds, on a busy machine. */
const MAX_TEST_MS = 60_000;

/** Starts the clock of this test file again, with the same seed. Returns its time. */
async function restartClock(): Promise<number> {
  vi.resetModules();
  await import('./seeded-clock.ts');
  return Date.now();
}

describe('the seeded clock', () => {
  it('starts at the same time for the same seed, and runs', async () => {
    const firstStart = await restartClock();
    await setTimeout(20);
    // Half of the wait, because timers may end a little early.
    expect(Date.now() - firstStart).toBeGreaterThan(10);

    const secondStart = await restartClock();
    expect(Math.abs(secondStart - firstStart)).toBeLessThan(MAX_TEST_MS);
  });

  it('applies to every way of reading the time', async () => {
    const start = await restartClock();

    // Date() has no milliseconds, so it can be up to a second before the start.
    const times = [Date.now(), Date.parse(new Date().toISOString()), Date.parse(Date()) + 1000];
    for (const time of times) {
      expect(time).toBeGreaterThanOrEqual(start);
      expect(time).toBeLessThan(start + MAX_TEST_MS);
    }
  });

  it('does not change explicit dates', async () => {
    await restartClock();

    expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(new Date(2026, 1, 3) instanceof Date).toBe(true);
    expect(Date.UTC(1970, 0)).toBe(0);
  });
});

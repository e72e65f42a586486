import { expect, it, vi } from 'vitest';

/** Restarts the clock of this file, as at its start. */
async function restart(): Promise<number> {
  vi.resetModules();
  await import('./seeded-clock.ts');
  return Date.now();
}

it('starts at the same time from the same seed, and runs', async () => {
  const first = await restart();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(Date.now() - first).toBeGreaterThan(10);
  expect(Math.abs((await restart()) - first)).toBeLessThan(60_000);
});

it('applies to every way of reading the time', async () => {
  const start = await restart();
  for (const time of [Date.now(), Date.parse(new Date().toISOString()), Date.parse(Date()) + 1000]) {
    expect(time).toBeGreaterThanOrEqual(start);
    expect(time).toBeLessThan(start + 60_000);
  }
});

it('does not change dates that are given', () => {
  expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
  expect(new Date(2026, 1, 3) instanceof Date).toBe(true);
  expect(Date.UTC(1970, 0)).toBe(0);
});

// @vitest-environment happy-dom
/** Tests of the current day, which changes at midnight even if the device was asleep. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';

// Each test loads the module again, because it reads the day and starts its timer when it is loaded.
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: new Date(2026, 2, 10, 23, 59, 59) });
});
afterEach(() => vi.useRealTimers());

it('today changes at every midnight, with one timer', async () => {
  const { today } = await import('./today.ts');
  expect(today.value).toBe('Tue Mar 10 2026');

  vi.advanceTimersByTime(1000);
  expect(today.value).toBe('Wed Mar 11 2026');
  expect(vi.getTimerCount()).toBe(1);

  vi.advanceTimersByTime(25 * HOUR_MS);
  expect(today.value).toBe('Thu Mar 12 2026');
});

it('today changes within ten minutes in a visible tab after the device has slept', async () => {
  const { today } = await import('./today.ts');
  vi.setSystemTime(new Date(2026, 2, 12, 8));
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(today.value).toBe('Thu Mar 12 2026');
});

it.each([
  ['is focused', () => dispatchEvent(new Event('focus'))],
  ['is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['is restored', () => dispatchEvent(new Event('pageshow'))],
])('today changes when a tab %s after the device has slept', async (_, wake) => {
  const { today } = await import('./today.ts');
  // The clock continues during the sleep; timers don't.
  vi.setSystemTime(new Date(2026, 2, 12, 8));
  expect(today.value).toBe('Tue Mar 10 2026');

  wake();
  expect(today.value).toBe('Thu Mar 12 2026');
});

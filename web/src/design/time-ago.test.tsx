// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { TimeAgo } from './time-ago.tsx';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function renderTimes(count = 1) {
  const time = new Date().toISOString();
  return render(Array.from({ length: count }, (_, index) => <TimeAgo key={String(index)} time={time} />));
}

it('TimeAgo updates all times on screen with one timer', () => {
  const { unmount } = renderTimes(3);
  expect(vi.getTimerCount()).toBe(1);

  act(() => vi.advanceTimersByTime(2 * MINUTE_MS));
  expect(screen.getAllByText('2 minutes ago')).toHaveLength(3);

  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

it('TimeAgo catches up when the tab is shown again after the device has slept', () => {
  renderTimes();
  vi.setSystemTime(Date.now() + 120 * MINUTE_MS);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  screen.getByText('2 hours ago');
});

it('TimeAgo renders only the new time when one is added', () => {
  let renders = 0;
  const times = (count: number) => (
    <Profiler id="times" onRender={() => (renders += 1)}>
      {Array.from({ length: count }, (_, index) => (
        <TimeAgo key={String(index)} time="2026-03-10T11:00:00Z" />
      ))}
    </Profiler>
  );

  const { rerender } = render(times(1));
  vi.setSystemTime(Date.now() + 100);
  renders = 0;
  rerender(times(2));

  expect(renders).toBe(1);
});

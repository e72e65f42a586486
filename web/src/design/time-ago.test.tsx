// @vitest-environment happy-dom
/** Tests of relative times on screen, such as "2 hours ago", which one timer updates. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { TimeAgo } from './time-ago.tsx';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Builds times of which each is the current time of the fake clock. */
const buildTimes = (count: number) =>
  Array.from({ length: count }, (_, index) => <TimeAgo key={String(index)} time="2026-03-10T12:00:00Z" />);

describe('TimeAgo', () => {
  it('updates all times on screen with one timer', () => {
    const { unmount } = render(buildTimes(3));
    expect(vi.getTimerCount()).toBe(1);

    act(() => vi.advanceTimersByTime(2 * MINUTE_MS));
    expect(screen.getAllByText('2 minutes ago')).toHaveLength(3);

    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('catches up when the tab is shown again after the device has slept', () => {
    render(buildTimes(1));

    // The clock moves and no timer runs, as while a device sleeps.
    vi.setSystemTime(Date.now() + 2 * HOUR_MS);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));

    expect(screen.getAllByText('2 hours ago')).toHaveLength(1);
  });

  it('adds a time in one commit, without an update of the others', () => {
    let commitCount = 0;
    const profileTimes = (count: number) => (
      <Profiler id="times" onRender={() => (commitCount += 1)}>
        {buildTimes(count)}
      </Profiler>
    );
    const { rerender } = render(profileTimes(1));

    // Later than the first render, so that an update of the clock would change its value.
    vi.setSystemTime(Date.now() + 100);
    commitCount = 0;
    rerender(profileTimes(2));

    expect(commitCount).toBe(1);
  });
});

// @vitest-environment happy-dom
/** Tests of waiting for the depth after a payment. The provider's event credits it, so it can arrive late. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDepthArrival } from './use-depth-arrival.ts';

/** The delay before each refresh, in milliseconds. */
const DELAYS_MS = [1500, 2500, 4000, 8000, 16_000, 30_000] as const;
const [FIRST_DELAY_MS] = DELAYS_MS;

/** A time after which all refreshes have been requested, in milliseconds. */
const AFTER_ALL_DELAYS_MS = 600_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Renders the hook at a depth in metres. */
function renderAt(metres: number) {
  const refresh = vi.fn();
  const hook = renderHook(({ depth }) => useDepthArrival(depth, refresh), { initialProps: { depth: metres } });

  return {
    refresh,
    arrival: () => hook.result.current.arrival,
    expectAbove: (depth: number) => act(() => hook.result.current.expectAbove(depth)),
    rise: (depth: number) => hook.rerender({ depth }),
    passTime: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
    unmount: hook.unmount,
  };
}

describe('useDepthArrival', () => {
  it('does not refresh the depth before a payment', () => {
    const { arrival, passTime, refresh } = renderAt(5);

    passTime(AFTER_ALL_DELAYS_MS);

    expect(arrival()).toBe('settled');
    expect(refresh).not.toHaveBeenCalled();
  });

  it('refreshes the depth at growing intervals until it rises', () => {
    const { arrival, expectAbove, passTime, refresh, rise } = renderAt(5);
    expectAbove(5);
    expect(arrival()).toBe('expected');

    for (const [refreshCount, delayMs] of DELAYS_MS.slice(0, 3).entries()) {
      passTime(delayMs - 1);
      expect(refresh).toHaveBeenCalledTimes(refreshCount);
      passTime(1);
      expect(refresh).toHaveBeenCalledTimes(refreshCount + 1);
    }

    rise(105);
    expect(arrival()).toBe('settled');

    passTime(AFTER_ALL_DELAYS_MS);
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  it('reports a late depth after six refreshes, until the depth rises', () => {
    const { arrival, expectAbove, passTime, refresh, rise } = renderAt(5);
    expectAbove(5);

    for (const delayMs of DELAYS_MS.slice(0, -1)) passTime(delayMs);
    passTime(DELAYS_MS.at(-1)! - 1);
    expect(arrival()).toBe('expected');

    passTime(1);
    expect(arrival()).toBe('late');
    expect(refresh).toHaveBeenCalledTimes(DELAYS_MS.length);

    rise(5.1);
    expect(arrival()).toBe('settled');
  });

  it('starts again with short intervals for the next payment', () => {
    const { arrival, expectAbove, passTime, refresh, rise } = renderAt(5);
    expectAbove(5);
    passTime(FIRST_DELAY_MS);
    rise(105);

    expectAbove(105);
    expect(arrival()).toBe('expected');

    passTime(FIRST_DELAY_MS);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('expects no rise if the depth has already risen', () => {
    const { arrival, expectAbove } = renderAt(105);

    expectAbove(5);

    expect(arrival()).toBe('settled');
  });

  it('calls the latest refresh function', () => {
    const firstRefresh = vi.fn();
    const latestRefresh = vi.fn();
    const hook = renderHook(({ refresh }) => useDepthArrival(5, refresh), { initialProps: { refresh: firstRefresh } });
    act(() => hook.result.current.expectAbove(5));

    hook.rerender({ refresh: latestRefresh });
    act(() => vi.advanceTimersByTime(FIRST_DELAY_MS));

    expect(firstRefresh).not.toHaveBeenCalled();
    expect(latestRefresh).toHaveBeenCalledOnce();
  });

  it('stops refreshing when the page unmounts', () => {
    const { expectAbove, passTime, refresh, unmount } = renderAt(5);
    expectAbove(5);

    unmount();
    passTime(AFTER_ALL_DELAYS_MS);

    expect(refresh).not.toHaveBeenCalled();
  });
});

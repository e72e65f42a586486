import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wait } from './wait.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('wait', () => {
  it('resolves after the time, and removes its listener from the signal', async () => {
    const { signal } = new AbortController();
    const addListener = vi.spyOn(signal, 'addEventListener');
    const removeListener = vi.spyOn(signal, 'removeEventListener');
    const onResolve = vi.fn();

    const promise = wait(1000, signal).then(onResolve);
    await vi.advanceTimersByTimeAsync(999);
    expect(onResolve).not.toHaveBeenCalled();

    await vi.advanceTimersByTimeAsync(1);
    await promise;
    expect(addListener).toHaveBeenCalledOnce();
    expect(removeListener).toHaveBeenCalledWith('abort', addListener.mock.calls[0]![1]);
  });

  it("rejects with the signal's reason, and leaves no timer", async () => {
    const controller = new AbortController();
    const promise = wait(1000, controller.signal);
    controller.abort(new Error('paused'));

    await expect(promise).rejects.toThrow('paused');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects immediately if the signal is already aborted', async () => {
    await expect(wait(1000, AbortSignal.abort(new Error('paused')))).rejects.toThrow('paused');
    expect(vi.getTimerCount()).toBe(0);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wait } from './wait.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('wait', () => {
  it('resolves after the time, and leaves no listener of the signal', async () => {
    const { signal } = new AbortController();
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    const onResolve = vi.fn();
    const promise = wait(1000, signal).then(onResolve);

    await vi.advanceTimersByTimeAsync(999);
    expect(onResolve).not.toHaveBeenCalled();

    await vi.advanceTimersByTimeAsync(1);
    await promise;
    expect(add).toHaveBeenCalledOnce();
    expect(remove).toHaveBeenCalledWith('abort', add.mock.calls[0]![1]);
  });

  it("rejects with the signal's reason, and leaves no timer", async () => {
    const stop = new AbortController();
    const promise = wait(1000, stop.signal);
    stop.abort(new Error('paused'));
    await expect(promise).rejects.toThrow('paused');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects at once if the signal is aborted already', async () => {
    await expect(wait(1000, AbortSignal.abort(new Error('paused')))).rejects.toThrow('paused');
    expect(vi.getTimerCount()).toBe(0);
  });
});

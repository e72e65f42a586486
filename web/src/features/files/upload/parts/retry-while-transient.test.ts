/** Tests of retries: transient errors are repeated with growing waits, and permanent errors are not. */
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { ConnectionLostError, StorageError } from '../../../../platform/pictures/put-file.ts';
import { MAX_ATTEMPTS, type RetryContext, retryWhileTransient } from './retry-while-transient.ts';

/** Builds a context that records each delay in milliseconds, and each wait for a connection. */
function buildContext(overrides: Partial<RetryContext> = {}) {
  const stop = new AbortController();
  const events: unknown[] = [];
  const context: RetryContext = {
    signal: stop.signal,
    isOnline: () => true,
    waitUntilOnline: async () => void events.push('online'),
    wait: async (milliseconds) => void events.push(milliseconds),
    random: () => 1,
    onOfflineChange: (isOffline) => events.push(isOffline ? 'wait begins' : 'wait ends'),
    ...overrides,
  };

  return { context, events, abort: () => stop.abort(new Error('paused')) };
}

/** Builds an attempt that fails with these errors in order, then succeeds. */
const buildAttempt = (...errors: readonly unknown[]) => {
  const remainingErrors = [...errors];

  return vi.fn(async () => {
    // Checks the length, because an attempt may also throw `undefined`.
    if (remainingErrors.length > 0) throw remainingErrors.shift();
    return 'done';
  });
};

const lostConnection = new ConnectionLostError();

describe('retryWhileTransient', () => {
  it.each([
    lostConnection,
    new ApiError(503, 'Throttled', 'Busy.'),
    new ApiError(0, 'NetworkError', 'Offline.'),
    new StorageError(503, 'Slow Down', ''),
    new StorageError(403, 'Forbidden', ''),
  ])('repeats an attempt after a transient error: %s', async (error) => {
    const attempt = buildAttempt(error);

    expect(await retryWhileTransient(attempt, buildContext().context)).toBe('done');
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it.each([
    new TypeError('x is undefined'),
    Object.assign(new Error('Busy.'), { isTransient: true }),
    new ApiError(404, 'NotFound', 'Gone.'),
    new StorageError(404, 'Not Found', ''),
    undefined,
  ])('does not repeat an attempt after a permanent error: %s', async (error) => {
    const attempt = buildAttempt(error);

    const outcome = await retryWhileTransient(attempt, buildContext().context).catch((reason) => ({ reason }));

    expect(outcome).toEqual({ reason: error });
    expect(attempt).toHaveBeenCalledOnce();
  });

  it('doubles the wait after each failure, and throws the error of the last attempt', async () => {
    const { context, events } = buildContext();
    const lastError = new ConnectionLostError();
    const attempt = buildAttempt(...Array(MAX_ATTEMPTS - 1).fill(lostConnection), lastError);

    await expect(retryWhileTransient(attempt, context)).rejects.toBe(lastError);
    expect(events).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000]);
  });

  it('tries again as soon as the browser is online', async () => {
    const onlineStates = [false, false, true];
    const { context, events } = buildContext({ isOnline: () => onlineStates.shift() ?? true });
    const attempt = buildAttempt(lostConnection, lostConnection, lostConnection);

    expect(await retryWhileTransient(attempt, context)).toBe('done');
    // After the third failure, the browser is online, so the attempt is repeated after a delay.
    const offlineEvents = ['wait begins', 'online', 'wait ends'];
    expect(events).toEqual([...offlineEvents, ...offlineEvents, 500]);
  });

  it('reports the end of the wait for a connection when the wait is aborted', async () => {
    const { context, events } = buildContext({
      isOnline: () => false,
      waitUntilOnline: async () => {
        throw new Error('paused');
      },
    });

    await expect(retryWhileTransient(buildAttempt(lostConnection), context)).rejects.toThrow('paused');
    expect(events).toEqual(['wait begins', 'wait ends']);
  });

  it('makes no attempt if the signal was aborted before', async () => {
    const { abort, context } = buildContext();
    const attempt = buildAttempt();
    abort();

    await expect(retryWhileTransient(attempt, context)).rejects.toThrow('paused');
    expect(attempt).not.toHaveBeenCalled();
  });

  it("throws the signal's reason if the signal is aborted during an attempt", async () => {
    const { abort, context, events } = buildContext();
    const attempt = vi.fn(async () => {
      abort();
      throw new TypeError('The request was aborted.');
    });

    await expect(retryWhileTransient(attempt, context)).rejects.toThrow('paused');
    expect(attempt).toHaveBeenCalledOnce();
    expect(events).toEqual([]);
  });

  it('does not try again if the signal is aborted during a wait', async () => {
    const { abort, context } = buildContext();
    const attempt = buildAttempt(lostConnection);

    await expect(retryWhileTransient(attempt, { ...context, wait: async () => abort() })).rejects.toThrow('paused');
    expect(attempt).toHaveBeenCalledOnce();
  });
});

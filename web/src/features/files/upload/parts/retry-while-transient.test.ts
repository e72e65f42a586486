import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { ConnectionLostError, StorageError } from '../../../../platform/pictures/put-file.ts';
import { MAX_ATTEMPTS, type RetryContext, retryWhileTransient } from './retry-while-transient.ts';

/** A context that records waits and changes of the connection. */
function newContext(changes: Partial<RetryContext> = {}) {
  const stop = new AbortController();
  const events: unknown[] = [];
  const context: RetryContext = {
    signal: stop.signal,
    isOnline: () => true,
    waitUntilOnline: async () => void events.push('online'),
    wait: async (milliseconds) => void events.push(milliseconds),
    random: () => 1,
    onOffline: (offline) => events.push(offline ? 'offline' : 'back'),
    ...changes,
  };

  return { context, events, abort: () => stop.abort(new Error('paused')) };
}

/** Fails with these errors, one per attempt, then succeeds. */
const failing = (...errors: readonly unknown[]) => {
  const remainingErrors = [...errors];
  return vi.fn(async () => {
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
    const attempt = failing(error);
    expect(await retryWhileTransient(attempt, newContext().context)).toBe('done');
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it.each([
    new TypeError('x is undefined'),
    Object.assign(new Error('Busy.'), { isTransient: true }),
    new ApiError(404, 'NotFound', 'Gone.'),
    new StorageError(404, 'Not Found', ''),
    undefined,
  ])('does not repeat it after another error: %s', async (error) => {
    const attempt = failing(error);
    const outcome = await retryWhileTransient(attempt, newContext().context).catch((thrown) => ({ thrown }));
    expect(outcome).toEqual({ thrown: error });
    expect(attempt).toHaveBeenCalledOnce();
  });

  it('waits longer after each failure, and throws the last error', async () => {
    const { context, events } = newContext();
    const lastError = new ConnectionLostError();
    const attempt = failing(...Array(MAX_ATTEMPTS - 1).fill(lostConnection), lastError);
    await expect(retryWhileTransient(attempt, context)).rejects.toBe(lastError);
    expect(events).toEqual([500, 1000, 2000, 4000, 8000]);
  });

  it('waits for a connection, and then tries at once', async () => {
    const online = [false, false, true];
    const { context, events } = newContext({ isOnline: () => online.shift() ?? true });
    expect(await retryWhileTransient(failing(lostConnection, lostConnection, lostConnection), context)).toBe('done');
    expect(events).toEqual(['offline', 'online', 'back', 'offline', 'online', 'back', 500]);
  });

  it('reports that it no longer waits for a connection when it is aborted', async () => {
    const { context, events } = newContext({
      isOnline: () => false,
      waitUntilOnline: async () => {
        throw new Error('paused');
      },
    });

    await expect(retryWhileTransient(failing(lostConnection), context)).rejects.toThrow('paused');
    expect(events).toEqual(['offline', 'back']);
  });

  it('does not start if it is aborted already', async () => {
    const { abort, context } = newContext();
    const attempt = failing();
    abort();
    await expect(retryWhileTransient(attempt, context)).rejects.toThrow('paused');
    expect(attempt).not.toHaveBeenCalled();
  });

  it("throws the signal's reason if it is aborted during an attempt", async () => {
    const { abort, context, events } = newContext();
    const attempt = vi.fn(async () => {
      abort();
      throw new TypeError('The request was aborted.');
    });

    await expect(retryWhileTransient(attempt, context)).rejects.toThrow('paused');
    expect(attempt).toHaveBeenCalledOnce();
    expect(events).toEqual([]);
  });

  it('does not try again if it is aborted while it waits', async () => {
    const stop = newContext();
    const attempt = failing(lostConnection);
    const context = { ...stop.context, wait: async () => stop.abort() };
    await expect(retryWhileTransient(attempt, context)).rejects.toThrow('paused');
    expect(attempt).toHaveBeenCalledOnce();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOnline, waitUntilOnline } from './connection.ts';

/** The page's listeners of `online`, and whether each is removed after the first event. */
let listeners: Map<() => void, boolean | undefined>;
const browser = { onLine: false };

beforeEach(() => {
  vi.useFakeTimers();
  listeners = new Map();
  browser.onLine = false;
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('addEventListener', (event: string, listener: () => void, { once }: AddEventListenerOptions) => {
    expect(event).toBe('online');
    listeners.set(listener, once);
  });
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => listeners.delete(listener));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** An abort signal that counts its listeners. */
function observedSignal() {
  const stop = new AbortController();
  let count = 0;
  const { signal } = stop;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];

  vi.spyOn(signal, 'addEventListener').mockImplementation((...request: Parameters<typeof add>) => {
    count += 1;
    add(...request);
  });
  vi.spyOn(signal, 'removeEventListener').mockImplementation((...request: Parameters<typeof remove>) => {
    if (request[0] === 'abort') count -= 1;
    remove(...request);
  });

  return { signal, abort: () => stop.abort(new Error('paused')), listeners: () => count };
}

/** Returns whether a promise is pending, resolved, or rejected, and with which message. */
async function outcomeOf(promise: Promise<void>): Promise<string> {
  let outcome = 'pending';
  promise.then(
    () => {
      outcome = 'resolved';
    },
    (error: Error) => {
      outcome = error.message;
    },
  );
  await vi.advanceTimersByTimeAsync(0);

  return outcome;
}

describe('isOnline', () => {
  it('returns what the browser reports', () => {
    expect(isOnline()).toBe(false);
    browser.onLine = true;
    expect(isOnline()).toBe(true);
  });
});

describe('waitUntilOnline', () => {
  it('resolves at once if the browser is online', async () => {
    browser.onLine = true;
    expect(await outcomeOf(waitUntilOnline(new AbortController().signal))).toBe('resolved');
  });

  it('resolves when the browser is online again, and leaves no listener', async () => {
    const observed = observedSignal();
    const promise = waitUntilOnline(observed.signal);
    expect(await outcomeOf(promise)).toBe('pending');
    expect(observed.listeners()).toBe(1);

    for (const [listener, once] of listeners) {
      listener();
      if (once) listeners.delete(listener);
    }

    expect(await outcomeOf(promise)).toBe('resolved');
    expect([observed.listeners(), listeners.size]).toEqual([0, 0]);
  });

  it("rejects with the signal's reason, and leaves no listener of the page", async () => {
    const { signal, abort } = observedSignal();
    const promise = waitUntilOnline(signal);
    promise.catch(() => {});
    abort();

    expect(await outcomeOf(promise)).toBe('paused');
    expect(listeners.size).toBe(0);
  });
});

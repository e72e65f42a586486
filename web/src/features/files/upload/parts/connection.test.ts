/** Tests of waiting until the browser is online. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOnline, waitUntilOnline } from './connection.ts';

/** The page's listeners for `online` events, and whether each is removed after its first event. */
let onlineListeners: Map<() => void, boolean | undefined>;
/** Replaces `navigator`. */
const fakeNavigator = { onLine: false };

beforeEach(() => {
  vi.useFakeTimers();
  onlineListeners = new Map();
  fakeNavigator.onLine = false;
  vi.stubGlobal('navigator', fakeNavigator);
  vi.stubGlobal('addEventListener', (event: string, listener: () => void, { once }: AddEventListenerOptions) => {
    expect(event).toBe('online');
    onlineListeners.set(listener, once);
  });
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => onlineListeners.delete(listener));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Creates an abort signal that counts its listeners. */
function createObservedSignal() {
  const stop = new AbortController();
  const { signal } = stop;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  let listenerCount = 0;

  vi.spyOn(signal, 'addEventListener').mockImplementation((...args: Parameters<typeof add>) => {
    listenerCount += 1;
    add(...args);
  });
  vi.spyOn(signal, 'removeEventListener').mockImplementation((...args: Parameters<typeof remove>) => {
    if (args[0] === 'abort') listenerCount -= 1;
    remove(...args);
  });

  return { signal, abort: () => stop.abort(new Error('paused')), countListeners: () => listenerCount };
}

/** Returns 'pending', 'resolved', or the message of the error that a promise was rejected with. */
async function readOutcome(promise: Promise<void>): Promise<string> {
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

    fakeNavigator.onLine = true;
    expect(isOnline()).toBe(true);
  });
});

describe('waitUntilOnline', () => {
  it('resolves immediately if the browser is online', async () => {
    fakeNavigator.onLine = true;
    expect(await readOutcome(waitUntilOnline(new AbortController().signal))).toBe('resolved');
  });

  it('removes its listeners when the browser is online again', async () => {
    const { signal, countListeners } = createObservedSignal();
    const promise = waitUntilOnline(signal);
    expect(await readOutcome(promise)).toBe('pending');
    expect(countListeners()).toBe(1);

    // The browser sends an `online` event.
    for (const [listener, once] of onlineListeners) {
      listener();
      if (once) onlineListeners.delete(listener);
    }

    expect(await readOutcome(promise)).toBe('resolved');
    expect(countListeners()).toBe(0);
    expect(onlineListeners.size).toBe(0);
  });

  it("rejects with the signal's reason and removes its listener when aborted", async () => {
    const { signal, abort } = createObservedSignal();
    const promise = waitUntilOnline(signal);
    // Node would report the rejection as unhandled until the test awaits it.
    promise.catch(() => {});

    abort();

    expect(await readOutcome(promise)).toBe('paused');
    expect(onlineListeners.size).toBe(0);
  });
});

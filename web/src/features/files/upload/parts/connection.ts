/** Returns whether the browser believes that it has a connection. */
export function isOnline(): boolean {
  return navigator.onLine;
}

/**
 * Resolves when the browser is online. Rejects with the signal's reason if the signal is aborted during the wait.
 *
 * A signal that is already aborted is ignored, because an `AbortSignal` fires no event afterwards. Check it first.
 */
export async function waitUntilOnline(signal: AbortSignal): Promise<void> {
  if (!navigator.onLine) await waitForEvent('online', signal);
}

/** Resolves at the next event of the window with this name. Rejects if the signal is aborted first. */
function waitForEvent(event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      removeEventListener(event, onEvent);
      reject(signal.reason);
    };

    const onEvent = () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    };

    addEventListener(event, onEvent, { once: true });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

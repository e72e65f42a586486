/** Whether the browser believes that it has a connection. */
export function isOnline(): boolean {
  return navigator.onLine;
}

/** Resolves once the browser has a connection. */
export async function backOnline(signal: AbortSignal): Promise<void> {
  if (!navigator.onLine) await heard('online', signal);
}

/** Resolves after a while. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

function heard(event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      removeEventListener(event, resume);
      reject(signal.reason);
    };
    const resume = () => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    addEventListener(event, resume, { once: true });
    signal.addEventListener('abort', stop, { once: true });
  });
}

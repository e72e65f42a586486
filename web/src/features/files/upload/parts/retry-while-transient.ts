import { ApiError, retryAfterMs } from '../../../../platform/api/api-error.ts';
import { ConnectionLostError, StorageError } from '../../../../platform/pictures/put-file.ts';
import { backoffDelay } from '../../../../platform/time/backoff-delay.ts';

/** What retries need from the browser, replaceable in tests. */
export interface RetryContext {
  readonly signal: AbortSignal;
  readonly isOnline: () => boolean;
  /** Resolves when the browser is online again. Rejects with the signal's reason if aborted during the wait. */
  readonly waitUntilOnline: (signal: AbortSignal) => Promise<void>;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Called with true before a wait for a connection, and with false when the wait ends, even if it was aborted. */
  readonly onOfflineChange: (isOffline: boolean) => void;
}

/**
 * Attempts before an error is final. The waits between them add up to half a minute on average, so that uploads survive
 * a short outage of the server. Attempts without a connection don't count.
 */
export const MAX_ATTEMPTS = 8;

/**
 * Repeats an attempt while its errors are transient, up to `MAX_ATTEMPTS` times.
 *
 * Without a connection, waits until the browser is online, and the failed attempt doesn't count.
 *
 * @param canRepeat - returns whether to repeat the attempt after an error; by default, after a transient error
 * @throws the signal's reason if aborted, otherwise the error of the last attempt
 */
export async function retryWhileTransient<T>(
  attempt: () => Promise<T>,
  context: RetryContext,
  canRepeat: (error: unknown) => boolean = isTransient,
): Promise<T> {
  const { signal } = context;
  let failureCount = 0;

  for (;;) {
    signal.throwIfAborted();

    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!canRepeat(error)) throw error;
      if (await waitIfOffline(context)) continue;

      failureCount += 1;
      if (failureCount === MAX_ATTEMPTS) throw error;

      // `backoffDelay` counts the failures before this one. The server can ask for a longer wait.
      const delayMs = Math.max(backoffDelay(failureCount - 1, context.random), retryAfterMs(error));
      await context.wait(delayMs, signal);
    }
  }
}

/** Waits for a connection. Returns whether a wait was needed. */
async function waitIfOffline({ isOnline, waitUntilOnline, onOfflineChange, signal }: RetryContext): Promise<boolean> {
  if (isOnline()) return false;

  onOfflineChange(true);
  try {
    await waitUntilOnline(signal);
  } finally {
    onOfflineChange(false);
  }

  return true;
}

function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return true;
  return (error instanceof ApiError || error instanceof StorageError) && error.isTransient;
}

import { backoffDelay } from '../time/backoff-delay.ts';
import { ApiError, retryAfterMs } from './api-error.ts';

/** The maximum number of attempts of one request, including the first. */
const MAX_ATTEMPTS = 3;

/**
 * The longest wait for the next attempt, in milliseconds. If the wait would be longer, the member sees the error
 * instead.
 */
const MAX_WAIT_MS = 5000;

/** The environment of a retry, replaceable in tests. */
export interface RetryEnvironment {
  readonly isOnline: () => boolean;
  /** Resolves after this time. Rejects with the signal's reason if it is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
}

/**
 * Repeats an attempt while its errors are transient. Waits as long as `Retry-After` says, otherwise with backoff.
 *
 * @throws the error of the last attempt, or the signal's reason if it is aborted
 */
export async function retryTransient<T>(
  attempt: () => Promise<T>,
  environment: RetryEnvironment,
  signal?: AbortSignal,
): Promise<T> {
  for (let failedAttempts = 1; ; failedAttempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isTransient) throw error;
      if (failedAttempts === MAX_ATTEMPTS) throw error;

      const delayMs = computeDelayMs(error, failedAttempts, environment.random);
      // The member sees an error rather than a page that waits silently, for long or for a connection.
      if (delayMs > MAX_WAIT_MS || !environment.isOnline()) throw error;
      await environment.wait(delayMs, signal);
    }
  }
}

/** Returns the wait before the next attempt, in milliseconds. */
function computeDelayMs(error: ApiError, failedAttempts: number, random: () => number): number {
  if (error.retryAfterSeconds === undefined) return backoffDelay(failedAttempts - 1, random);
  // Adds up to a quarter, so that rejected clients don't all come back at the same time.
  return retryAfterMs(error) * (1 + random() / 4);
}

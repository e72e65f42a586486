import { ApiError, retryAfterMs } from '../../../platform/api/api-error.ts';

/** Minimum delays before further attempts, in milliseconds. The API client doesn't retry this call. */
const RETRY_DELAYS_MS = [1000, 3000, 5000, 5000];

/**
 * Captures an approved order through the server.
 *
 * Retries while the outcome is unknown, which is safe: the server captures an order once.
 *
 * @param wait - waits before the next attempt
 * @throws the error of the last attempt
 */
export async function completeOrder<Result>(
  send: () => Promise<Result>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<Result> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await send();
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;

      await wait(Math.max(delayMs, retryAfterMs(error)));
    }
  }

  return send();
}

/** Returns whether the order may have been captured despite this error. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || error.isOutcomeUnknown;
}

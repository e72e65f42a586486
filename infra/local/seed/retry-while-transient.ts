import { setTimeout as pause } from 'node:timers/promises';

const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 2000;

/** Default time of all attempts. A busy machine can take minutes for what usually takes milliseconds. */
export const TIMEOUT_MS = 5 * 60_000;

/** An attempt that may succeed later: the server is busy, the connection broke, or a change isn't visible yet. */
export class TransientError extends Error {
  /** 0 if the server sent no Retry-After. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterSeconds?: number | string | null) {
    super(message);
    this.retryAfterMs = Number(retryAfterSeconds ?? 0) * 1000;
  }
}

/**
 * Repeats an attempt with growing delays while it throws TransientError. An attempt must be idempotent.
 *
 * @param wait - replaces the pause in tests
 * @throws the last TransientError after `timeoutMs`, and any other error immediately
 */
export async function retryWhileTransient<T>(
  attempt: () => Promise<T>,
  timeoutMs = TIMEOUT_MS,
  wait: typeof pause = pause,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (let delayMs = MIN_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientError) || performance.now() >= deadline) throw error;
      await wait(error.retryAfterMs || delayMs);
    }
  }
}

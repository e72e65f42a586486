import { ApiError } from '../../../platform/api/api-error.ts';

/** How long to wait before the second and the third try, in milliseconds. */
const PAUSES_MS = [1000, 3000];

/**
 * Has the server take the money of an approved order. The server may be asked again as often as need be: a lost answer
 * is asked for once more before anybody is told of it.
 *
 * @throws whatever the last try has failed with
 */
export async function completeOrder<Answer>(
  ask: () => Promise<Answer>,
  pause: (ms: number) => Promise<void>,
): Promise<Answer> {
  for (const ms of PAUSES_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnsettled(error)) throw error;
      await pause(ms);
    }
  }
  return ask();
}

/** Whether it is unknown, after this failure, if the order was paid. */
export function isUnsettled(error: unknown): boolean {
  return !(error instanceof ApiError) || error.isPassing;
}

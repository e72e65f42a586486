import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { AwsError } from '../http/aws-json-server.ts';

/** Maximum attempts per hour. Cognito allows 5 to 20, depending on the caller's risk. This is the minimum. */
const MAX_ATTEMPTS = 5;

/** Limits attempts per hour and key. Counts are kept in memory, so a restart resets them. */
export class Attempts {
  readonly #now: () => Date;
  readonly #times = new Map<string, number[]>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /**
   * Counts an attempt.
   *
   * @throws AwsError LimitExceededException if the key has no attempts left
   */
  count(key: string): void {
    const now = this.#now().getTime();
    const recentTimes = (this.#times.get(key) ?? []).filter((time) => time > now - HOUR_MS);
    if (recentTimes.length >= MAX_ATTEMPTS) {
      throw new AwsError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
    }

    this.#times.set(key, [...recentTimes, now]);
  }

  /** Resets a key after a success. */
  clear(key: string): void {
    this.#times.delete(key);
  }
}

import { AwsError } from '../aws-json-server.ts';

/** Cognito allows five to twenty an hour, by what it thinks of the caller. What works with the fewest works there. */
const ALLOWED = 5;
const WINDOW_MS = 3600 * 1000;

/** Counts what may be tried a few times an hour only. A restart forgets the counts: nobody has to wait for them here. */
export class Attempts {
  readonly #now: () => Date;
  readonly #times = new Map<string, number[]>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /**
   * Refuses who has tried too often already.
   *
   * @throws AwsError LimitExceededException
   */
  check(who: string): void {
    if (this.#recent(who).length >= ALLOWED) {
      throw new AwsError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
    }
  }

  /** Counts one. */
  add(who: string): void {
    this.#times.set(who, [...this.#recent(who), this.#now().getTime()]);
  }

  /** Forgets those of somebody who has succeeded. */
  clear(who: string): void {
    this.#times.delete(who);
  }

  #recent(who: string): number[] {
    const oldest = this.#now().getTime() - WINDOW_MS;
    return (this.#times.get(who) ?? []).filter((time) => time > oldest);
  }
}

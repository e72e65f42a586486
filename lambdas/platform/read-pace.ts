import { setTimeout } from 'node:timers/promises';

/** Reads the time and waits. Tests replace it with a fake. */
interface Clock {
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/**
 * Limits the read units that a job uses per second, so that members aren't throttled.
 *
 * Each call waits for the time that the units of all calls take at the rate. Unused time isn't saved for later.
 */
export class ReadPace {
  readonly #unitsPerSecond: number;
  readonly #clock: Clock;
  /** When the units of all calls so far are used up at the rate, in milliseconds. */
  #usedUpAt = 0;

  constructor(unitsPerSecond: number, clock: Clock = { now: Date.now, sleep: (ms) => setTimeout(ms) }) {
    this.#unitsPerSecond = unitsPerSecond;
    this.#clock = clock;
  }

  /** Waits until the job may continue after it has used these read units. */
  async spend(units: number): Promise<void> {
    const now = this.#clock.now();
    this.#usedUpAt = Math.max(now, this.#usedUpAt) + (units * 1000) / this.#unitsPerSecond;
    if (this.#usedUpAt > now) await this.#clock.sleep(this.#usedUpAt - now);
  }
}

import { setTimeout } from 'node:timers/promises';

interface Clock {
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/**
 * Limits how many read units a job uses per second, so that members aren't throttled.
 *
 * Each call waits until the units of all earlier calls are paid. Unused time isn't saved for later.
 */
export class ReadPace {
  readonly #unitsPerSecond: number;
  readonly #clock: Clock;
  /** When all units so far are paid, in milliseconds. */
  #paidAt = 0;

  constructor(unitsPerSecond: number, clock: Clock = { now: Date.now, sleep: (ms) => setTimeout(ms) }) {
    this.#unitsPerSecond = unitsPerSecond;
    this.#clock = clock;
  }

  /** Waits until the job may continue after it has used these read units. */
  async spend(units: number): Promise<void> {
    const now = this.#clock.now();
    this.#paidAt = Math.max(now, this.#paidAt) + (units * 1000) / this.#unitsPerSecond;
    if (this.#paidAt > now) await this.#clock.sleep(this.#paidAt - now);
  }
}

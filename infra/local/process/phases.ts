/** Records the start and end of each phase of starting a cloud. Phases overlap, because they run concurrently. */
export class Phases {
  readonly #finishedPhases: string[] = [];

  /** Runs a phase and records its times. Returns the phase's result. */
  async measure<T>(name: string, run: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await run();
    const endedAt = performance.now();

    this.#finishedPhases.push(`${name} ${formatSeconds(startedAt)} to ${formatSeconds(endedAt)}`);
    return result;
  }

  /** The phases in the order of their ends, and the current time. Times are in seconds since the process started. */
  get summary(): string {
    return `${this.#finishedPhases.join(', ')}, ready ${formatSeconds(performance.now())} s`;
  }
}

function formatSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}

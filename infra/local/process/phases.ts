/** Measures the phases of a start, which overlap. */
export class Phases {
  readonly #lines: string[] = [];

  /** Runs a phase and returns its result. */
  async measure<T>(name: string, run: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await run();
    this.#lines.push(`${name} ${formatSeconds(start)} to ${formatSeconds(performance.now())}`);
    return result;
  }

  /** The phases in the order of their ends, in seconds since the start of the process. */
  get summary(): string {
    return `${this.#lines.join(', ')}, ready ${formatSeconds(performance.now())} s`;
  }
}

function formatSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}

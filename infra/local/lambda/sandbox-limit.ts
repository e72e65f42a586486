/** Limits the sandboxes of all functions together. Each keeps about 20 MB. */
export class SandboxLimit {
  readonly #max: number;
  #count = 0;
  /** Functions that end idle sandboxes. The one that was idle first is first. */
  readonly #idle = new Set<() => void>();
  readonly #waiting: (() => void)[] = [];

  constructor(max = Number.POSITIVE_INFINITY) {
    this.#max = max;
  }

  /**
   * Resolves when there is room for one more sandbox. Ends the one that has been idle longest if there is none.
   *
   * @param isNested whether a running function waits for this one. It gets room at once: if all sandboxes waited for
   *   others, none would ever become free.
   */
  async reserve(isNested: boolean): Promise<void> {
    if (this.#count >= this.#max) this.#endIdle();
    if (this.#count < this.#max || isNested) this.#count += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Gives the room of a sandbox that has ended, or was never started, to the next that waits. */
  release(): void {
    const next = this.#count <= this.#max ? this.#waiting.shift() : undefined;
    if (next) next();
    else this.#count -= 1;
  }

  /** Adds an idle sandbox, which is ended at once if another function waits for room. */
  addIdle(end: () => void): void {
    this.#idle.add(end);
    if (this.#waiting.length > 0) this.#endIdle();
  }

  removeIdle(end: () => void): void {
    this.#idle.delete(end);
  }

  #endIdle(): void {
    const [oldest] = this.#idle;
    oldest?.();
  }
}

/** Limits the sandboxes of all functions together. Each keeps about 20 MB. */
export class SandboxLimit {
  readonly #max: number;
  #count = 0;
  /** Functions that end idle sandboxes. The first entry was idle first. */
  readonly #idle = new Set<() => void>();
  readonly #waiting: (() => void)[] = [];

  constructor(max = Number.POSITIVE_INFINITY) {
    this.#max = max;
  }

  /**
   * Resolves when there is room for one more sandbox. If there is no room, ends the sandbox that was idle first.
   *
   * @param isNested whether a running function waits for this one. It gets room immediately: if all sandboxes waited
   *   for others, none would ever become free.
   */
  async reserve(isNested: boolean): Promise<void> {
    if (this.#count >= this.#max) this.#endIdle();
    if (this.#count < this.#max || isNested) this.#count += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Gives the room of a sandbox that has ended, or was never started, to the next waiting sandbox. */
  release(): void {
    const startNext = this.#count <= this.#max ? this.#waiting.shift() : undefined;
    if (startNext) startNext();
    else this.#count -= 1;
  }

  /** Adds an idle sandbox. Ends it immediately if another function waits for room. */
  addIdle(end: () => void): void {
    this.#idle.add(end);
    if (this.#waiting.length > 0) this.#endIdle();
  }

  removeIdle(end: () => void): void {
    this.#idle.delete(end);
  }

  #endIdle(): void {
    const [endOldest] = this.#idle;
    endOldest?.();
  }
}

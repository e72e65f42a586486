/** Limits the sandboxes of all functions together. Each sandbox uses about 20 MB. */
export class SandboxLimit {
  readonly #maxSandboxes: number;
  #count = 0;
  /** Functions that end idle sandboxes. The first entry was idle first. */
  readonly #idleClosers = new Set<() => void>();
  readonly #waitingResolvers: (() => void)[] = [];

  constructor(maxSandboxes = Number.POSITIVE_INFINITY) {
    this.#maxSandboxes = maxSandboxes;
  }

  /**
   * Resolves when there is room for one more sandbox. If there is no room, ends the sandbox that was idle first.
   *
   * @param isNested whether a running function waits for this one. A nested function gets room immediately: if all
   *   sandboxes waited for others, none would ever become free.
   */
  async reserve(isNested: boolean): Promise<void> {
    if (this.#count >= this.#maxSandboxes) this.#endIdle();

    if (this.#count < this.#maxSandboxes || isNested) this.#count += 1;
    else await new Promise<void>((resolve) => this.#waitingResolvers.push(resolve));
  }

  /** Gives the room of a sandbox that has ended, or was never started, to the next waiting sandbox. */
  release(): void {
    // Nested functions can exceed the limit. Then, the room of an ended sandbox is not given away.
    const startNext = this.#count <= this.#maxSandboxes ? this.#waitingResolvers.shift() : undefined;
    if (startNext) startNext();
    else this.#count -= 1;
  }

  /** Adds an idle sandbox. Ends it immediately if another function waits for room. */
  addIdle(end: () => void): void {
    this.#idleClosers.add(end);
    if (this.#waitingResolvers.length > 0) this.#endIdle();
  }

  removeIdle(end: () => void): void {
    this.#idleClosers.delete(end);
  }

  #endIdle(): void {
    const [endOldest] = this.#idleClosers;
    endOldest?.();
  }
}

interface RowLoaderOptions {
  /** Maximum number of IDs in one request. */
  readonly batchSize: number;
  /**
   * Returns whether a row must be loaded. Must return false after `load`, even for files that no longer exist:
   * otherwise, the loader requests them without end.
   */
  readonly isMissing: (id: string) => boolean;
  readonly load: (ids: readonly string[]) => Promise<void>;
  /** Called with the error of a failed request, and with undefined when loading starts again. */
  readonly onError: (error: Error | undefined) => void;
}

/**
 * Loads rows of a list by their IDs, in batches, one request at a time.
 *
 * Each request loads the rows that are wanted when it starts. So rows that were scrolled past are never loaded. After
 * an error, the loader waits for {@link retry}.
 */
export class RowLoader {
  readonly #options: RowLoaderOptions;
  /** The rows that each part of the page needs, by the name of the part. */
  readonly #wantedIds = new Map<string, readonly string[]>();
  #isRunning = false;
  #hasFailed = false;

  constructor(options: RowLoaderOptions) {
    this.#options = options;
  }

  /**
   * Sets the rows that one part of the page needs.
   *
   * @param part - the part's name; parts that were set first are loaded first
   */
  setWantedIds(part: string, ids: readonly string[]): void {
    this.#wantedIds.set(part, ids);
    void this.#run();
  }

  /** Sends no further request. A running request continues. */
  stop(): void {
    this.#wantedIds.clear();
  }

  /** Continues after an error. */
  retry(): void {
    this.#hasFailed = false;
    this.#options.onError(undefined);
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning || this.#hasFailed) return;

    this.#isRunning = true;

    try {
      // Ends when no wanted row is missing.
      for (let ids = this.#nextBatch(); ids.length > 0; ids = this.#nextBatch()) await this.#options.load(ids);
    } catch (error) {
      this.#hasFailed = true;
      this.#options.onError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#isRunning = false;
    }
  }

  /** Returns the IDs of the next request. Empty if no row is missing. */
  #nextBatch(): readonly string[] {
    const ids = new Set([...this.#wantedIds.values()].flat());
    return [...ids].filter(this.#options.isMissing).slice(0, this.#options.batchSize);
  }
}

/** Runs one change of a key at a time, so that a write's condition still holds when the write is made. */
export class ChangeQueue {
  /** The last change of each key that has one in progress. */
  readonly #lastChanges = new Map<string, Promise<unknown>>();

  /** Runs a change after the key's earlier changes, even if one of them has failed. Returns the change's result. */
  run<T>(key: string, change: () => Promise<T>): Promise<T> {
    const result = (this.#lastChanges.get(key) ?? Promise.resolve()).then(change, change);
    this.#lastChanges.set(key, result);

    const removeIfLast = () => {
      if (this.#lastChanges.get(key) === result) this.#lastChanges.delete(key);
    };
    result.then(removeIfLast, removeIfLast);
    return result;
  }
}

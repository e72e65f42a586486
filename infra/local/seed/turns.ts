/**
 * Has work of one kind wait for its turn. A function of the local cloud that is called twice at once starts a second
 * thread, which costs more than the first dozen calls together: better many functions at once, each of them once.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work when all earlier work of its kind has ended, well or not. */
  take<T>(kind: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(kind) ?? Promise.resolve()).then(work);
    this.#last.set(
      kind,
      turn.catch(() => {}),
    );
    return turn;
  }
}

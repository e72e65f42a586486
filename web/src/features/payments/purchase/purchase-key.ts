/**
 * Provides the idempotency key of a purchase.
 *
 * A retry of the same choice keeps the key, so that the choice is paid once. Another choice, or the next purchase, gets
 * a new key.
 */
export class PurchaseKey {
  readonly #createKey: () => string;
  #choice: string | undefined;
  #key = '';

  constructor(createKey: () => string) {
    this.#createKey = createKey;
  }

  /** Returns the key for a choice, e.g. "card 100". */
  forChoice(choice: string): string {
    if (choice !== this.#choice) {
      this.#choice = choice;
      this.#key = this.#createKey();
    }

    return this.#key;
  }

  /** Ends the attempt. The next purchase gets a new key, even for the same choice. */
  reset(): void {
    this.#choice = undefined;
  }
}

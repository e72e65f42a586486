/**
 * The idempotency key of an attempt to buy something. The same choice keeps it, so that what is tried again is paid
 * once, however the first try has ended; another choice, or one more purchase of the same, has a key of its own.
 */
export class AttemptKey {
  readonly #make: () => string;
  #choice: string | undefined;
  #key = '';

  constructor(make: () => string) {
    this.#make = make;
  }

  /** The key of this choice. */
  of(choice: string): string {
    if (choice !== this.#choice) {
      this.#choice = choice;
      this.#key = this.#make();
    }
    return this.#key;
  }

  /** The attempt has come to its end: whatever is bought next is another purchase. */
  end(): void {
    this.#choice = undefined;
  }
}

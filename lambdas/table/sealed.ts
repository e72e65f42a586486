/**
 * An item as it is stored, closed until something decides who may see it. Its content is private at run time, too: a
 * sealed item that is spread, logged, or sent as JSON reveals nothing.
 *
 * Outside this folder, only `lambdas/access` opens one: for a viewer by the access rule, or for a job with a reason.
 */
export class Sealed<T> {
  readonly #item: T;

  constructor(item: T) {
    this.#item = item;
  }

  /** Returns the item. Call `unseal`, which also takes a missing item. */
  static open<T>(sealed: Sealed<T>): T {
    return sealed.#item;
  }
}

/** Seals an item that was read; a missing item stays undefined. */
export function seal<T>(item: T | undefined): Sealed<T> | undefined {
  return item === undefined ? undefined : new Sealed(item);
}

/** Seals each item of a map. */
export function sealAll<K, T>(items: ReadonlyMap<K, T>): Map<K, Sealed<T>> {
  return new Map([...items].map(([key, item]) => [key, new Sealed(item)]));
}

/** The item in a sealed one, or undefined. */
type Unsealed<S> = S extends Sealed<infer T> ? T : undefined;

/** Opens a sealed item; a missing item stays undefined. test/infra/access-bypasses.test.ts lists who may. */
export function unseal<S extends Sealed<unknown> | undefined>(sealed: S): Unsealed<S> {
  return (sealed && Sealed.open(sealed)) as Unsealed<S>;
}

/** Opens each item of a map. */
export function unsealAll<K, T>(items: ReadonlyMap<K, Sealed<T>>): Map<K, T> {
  return new Map([...items].map(([key, sealed]) => [key, unseal(sealed)]));
}

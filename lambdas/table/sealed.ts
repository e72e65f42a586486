/**
 * A stored item whose content can't be read before the access rule, or a job with a reason, opens it. The content is
 * also private at run time: a sealed item that is spread, logged, or sent as JSON reveals nothing.
 *
 * Outside this folder, only `lambdas/access` opens sealed items.
 */
export class Sealed<T> {
  readonly #item: T;

  constructor(item: T) {
    this.#item = item;
  }

  /** Returns the item. Call `unseal` instead, which also accepts a missing item. */
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

/** The type of the item in a sealed item; undefined for a missing item. */
type Unsealed<S> = S extends Sealed<infer T> ? T : undefined;

/** Opens a sealed item; a missing item stays undefined. test/infra/access-bypasses.test.ts lists the files that may. */
export function unseal<S extends Sealed<unknown> | undefined>(sealed: S): Unsealed<S> {
  return (sealed && Sealed.open(sealed)) as Unsealed<S>;
}

/** Opens each item of a map. */
export function unsealAll<K, T>(items: ReadonlyMap<K, Sealed<T>>): Map<K, T> {
  return new Map([...items].map(([key, sealed]) => [key, unseal(sealed)]));
}

/**
 * A stored item whose content can be read only after `unseal`. The content is also private at run time: a sealed item
 * that is spread, logged, or sent as JSON reveals nothing.
 *
 * Among the functions, only `lambdas/table` and `lambdas/access` may call `unseal`: test/infra/access-bypasses.test.ts
 * checks it. All other code opens items through lambdas/access/open-sealed.ts, for a viewer or for a job.
 */
export class Sealed<T> {
  readonly #item: T;

  constructor(item: T) {
    this.#item = item;
  }

  /** Returns the item. Only `unseal` calls this: the private field can be read only inside the class. */
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

/** Opens a sealed item; a missing item stays undefined. */
export function unseal<S extends Sealed<unknown> | undefined>(sealed: S): Unsealed<S> {
  return (sealed && Sealed.open(sealed)) as Unsealed<S>;
}

/** Opens each item of a map. */
export function unsealAll<K, T>(items: ReadonlyMap<K, Sealed<T>>): Map<K, T> {
  return new Map([...items].map(([key, sealed]) => [key, unseal(sealed)]));
}

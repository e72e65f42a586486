import type { Pseudonym } from './caller-hash.ts';

declare const brand: unique symbol;

/** The ID of an item that an operator must repair. Only {@link nameForRepair} creates one. */
export type RepairId = string & { readonly [brand]: 'repair' };

/** Fields whose texts AWS or the code chooses, although their type is `string`. */
type TextField = 'requestId' | 'endpoint' | 'job' | 'errorName';

/**
 * Maps the types of values that a line must not contain to `never`: an ID, an email, a storage key, or a text of a
 * member.
 *
 * All of these have the type `string`. So a text is loggable only if its type lists its values, or is a brand of this
 * module or of `caller-hash.ts`. To log another text, give it a union of literals. To log a member, use `hashCaller`.
 */
export type Loggable<T> = 0 extends 1 & T // Only true for `any`.
  ? never
  : T extends Pseudonym | RepairId | Error | number | boolean | undefined
    ? T
    : T extends string
      ? FixedText<T>
      : T extends readonly (infer E)[]
        ? readonly Loggable<E>[]
        : keyof T extends never // Types without fields, such as `unknown`, can have any value.
          ? never
          : LogFields<T>;

/** The fields of a line, or of an object in a line. */
type LogFields<T> = {
  readonly [K in keyof T]: K extends TextField ? Extract<T[K], string | undefined> : Loggable<T[K]>;
};

/** `never` for `string` and for patterns such as `files/${string}`, which are keys of index signatures. */
type FixedText<T extends string> = Record<never, never> extends Record<T, unknown> ? never : T;

/** The IDs of an item, by name. */
type RepairFields = Readonly<Record<string, string | number | undefined>>;

/**
 * Allows the IDs of an item in a line, because an operator can't find the item to repair without them.
 *
 * Never use it in a line of a request. test/infra/log-lines.test.ts lists the files that may use it.
 */
export function nameForRepair<T extends RepairFields | readonly string[]>(
  ids: T,
): { readonly [K in keyof T]: Exclude<T[K], string> | RepairId } {
  return ids as { readonly [K in keyof T]: Exclude<T[K], string> | RepairId };
}

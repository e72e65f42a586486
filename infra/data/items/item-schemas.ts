/** The schemas of attributes that several item types share, and the type that checks a whole set of schemas. */

import { z } from 'zod';

type NoAttributes = Record<never, never>;

/** The schema of the attribute K. An empty type extends `Pick<T, K>` only if K is optional. */
type SchemaOf<T, K extends keyof T> = NoAttributes extends Pick<T, K> ? z.ZodType<T[K] | undefined> : z.ZodType<T[K]>;

/**
 * The schemas of a stored type's attributes, except sets, which the verification reads as arrays.
 *
 * A missing schema, or a schema of another type, is a compile error. An optional attribute may have an optional schema.
 */
export type ShapeOf<T> = {
  readonly [K in keyof T as T[K] extends ReadonlySet<unknown> | undefined ? never : K]-?: SchemaOf<T, K>;
};

export const textSchema = z.string();

/** A time as an ISO 8601 text in UTC. */
export const isoTimeSchema = z.iso.datetime();

/** A count that is never negative. */
export const countSchema = z.int().min(0);

/** A time in seconds since 1970. */
export const epochSecondsSchema = z.int().positive();

/** A ULID: 26 characters in Crockford's Base32, which lacks I, L, O, and U. */
export const ulidSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);

/** A member's ID in the user pool. */
export const memberIdSchema = z.string().regex(/^[\w-]{1,64}$/);

/** The schemas of the primary key, which every item has. */
export const primaryKeyShape = { pk: textSchema, sk: textSchema };

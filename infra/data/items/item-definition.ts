import { z } from 'zod';
import type { InvariantName } from './invariants.ts';
import type { ItemCheck } from './item-checks.ts';
import type { PlainItem } from './plain-item.ts';

/**
 * Where the export of a member's data finds the member's items of one type.
 *
 * Items about actions of other members, such as comments on a member's post, are the data of those members.
 */
export type ExportRule =
  /** The member's ID is in the partition key. */
  | { readonly in: 'member-partition' }
  /** The index `ByOwner` lists the items of the member. */
  | { readonly in: 'by-owner' }
  /** The items are in the partitions of the member's conversations. */
  | { readonly in: 'conversations'; readonly belongsTo: (item: PlainItem, userId: string) => boolean }
  /** The items of all members are in one partition. */
  | { readonly in: 'single-partition'; readonly belongsTo: (item: PlainItem, userId: string) => boolean }
  | { readonly notExportedBecause: string };

/** The rule of items in the member's own partitions. */
export const IN_MEMBER_PARTITION: ExportRule = { in: 'member-partition' };

/**
 * The properties of an item type that only operators' commands and documents need.
 *
 * `ITEM_TYPES` has the properties that the Lambda functions need at run time: keys, indexes, purge rule, and expiry.
 */
export interface ItemDefinition {
  /** Describes an item, for docs/access-patterns.md. */
  readonly description: string;
  readonly export: ExportRule;
  /** Checks one item, and stores the facts that the invariants compare later. */
  readonly check: ItemCheck;
  /** The invariants between items that cover this type. */
  readonly invariants: readonly InvariantName[] | { readonly uncheckedBecause: string };
}

/** The invariants of every item that belongs to a member. */
export const MEMBER_ITEM_INVARIANTS = ['member-exists', 'purge-complete'] as const;

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

export const anyText = z.string();

export const isoTime = z.iso.datetime();

/** A count that is never negative. */
export const count = z.int().min(0);

/** A time in seconds since 1970. */
export const epochSeconds = z.int().positive();

export const ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);

export const memberId = z.string().regex(/^[\w-]{1,64}$/);

/** The attributes of the primary key, which every item has. */
export const primaryKey = { pk: anyText, sk: anyText };

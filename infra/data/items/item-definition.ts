import { z } from 'zod';
import type { InvariantName } from './invariants.ts';
import type { ItemCheck } from './item-checks.ts';
import type { PlainItem } from './plain-item.ts';

/** The place of a type's items of one member, for the export of the member's data. */
export type ExportRule =
  /** The member's ID is in the partition key. */
  | { readonly in: 'member-partition' }
  /** `ByOwner` lists the items of the member. */
  | { readonly in: 'by-owner' }
  /** The items are in the partitions of the member's conversations. */
  | { readonly in: 'conversations'; readonly isOf: (item: PlainItem, userId: string) => boolean }
  /** The items of all members are in one partition. */
  | { readonly in: 'single-partition'; readonly isOf: (item: PlainItem, userId: string) => boolean }
  /** The items are not exported, for this reason. */
  | { readonly none: string };

/**
 * The properties of an item type that only operators' commands and documents need.
 *
 * `ITEM_TYPES` has the properties that functions need: keys, indexes, purge rule, and expiry.
 */
export interface ItemDefinition {
  /** Describes an item, for docs/access-patterns.md. */
  readonly description: string;
  /**
   * The rule of the member's export. Items about actions of other members, such as comments on a member's post, are the
   * data of those members.
   */
  readonly export: ExportRule;
  /** Checks one item and stores its facts. */
  readonly check: ItemCheck;
  /** The invariants between items that cover this type, or the reason why no invariant covers it. */
  readonly invariants: readonly InvariantName[] | { readonly none: string };
}

/**
 * The schemas of a stored type's attributes, except sets, which the verification reads as arrays.
 *
 * A definition that lacks an attribute's schema, or has one of another type, doesn't compile. An optional attribute
 * (`{}` is assignable to its `Pick`) may have an optional schema.
 */
export type ShapeOf<T> = {
  readonly [K in keyof T as T[K] extends ReadonlySet<unknown> | undefined ? never : K]-?: Record<
    never,
    never
  > extends Pick<T, K>
    ? z.ZodType<T[K] | undefined>
    : z.ZodType<T[K]>;
};

export const text = z.string();

/** An ISO timestamp. */
export const time = z.iso.datetime();

/** A count that is never negative. */
export const count = z.int().min(0);

/** A time in seconds since 1970. */
export const seconds = z.int().positive();

export const ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);

/** The ID of a member. */
export const id = z.string().regex(/^[\w-]{1,64}$/);

/** The primary key, which every item has. */
export const key = { pk: text, sk: text };

/** The invariants of every row that belongs to a member. */
export const MEMBER_ROW = ['member-exists', 'purge-complete'] as const;

/** The export of items in the member's own partitions. */
export const IN_MEMBER_PARTITION: ExportRule = { in: 'member-partition' };

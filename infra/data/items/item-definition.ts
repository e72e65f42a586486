import { z } from 'zod';
import type { InvariantName } from './invariants.ts';
import type { ItemCheck } from './item-checks.ts';
import type { PlainItem } from './plain-item.ts';

/** How the items of a type belong to the export of one member's data. */
export type ExportRule =
  /** The member's ID is in the partition key. */
  | { readonly in: 'member-partition' }
  /** `ByOwner` lists the items of the member. */
  | { readonly in: 'by-owner' }
  /** The items are in the partitions of the member's conversations. */
  | { readonly in: 'conversations'; readonly isOf: (item: PlainItem, userId: string) => boolean }
  /** The items of all members are in one partition. */
  | { readonly in: 'single-partition'; readonly isOf: (item: PlainItem, userId: string) => boolean }
  /** Not exported, with the reason. */
  | { readonly none: string };

/**
 * What operators' commands and documents know of an item type. `ITEM_TYPES` has the rest: its keys, indexes, purge rule,
 * and expiry, which functions need.
 */
export interface ItemDefinition {
  /** What an item holds, for docs/access-patterns.md. */
  readonly description: string;
  /**
   * Whether a member's export has the items. Items in which other members did something, such as comments on a member's
   * post, are the data of those members.
   */
  readonly export: ExportRule;
  /** Checks one item and stores its facts. */
  readonly check: ItemCheck;
  /** The invariants between items that cover this type, or why there are none. */
  readonly invariants: readonly InvariantName[] | { readonly none: string };
}

/**
 * The schemas of a stored type's attributes. A definition that lacks one, or has one of another type, doesn't compile. The
 * verification reads sets as arrays, so they are left out.
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
export const time = z.iso.datetime();
/** Counts that never become negative. */
export const count = z.int().min(0);
/** Seconds since 1970. */
export const seconds = z.int().positive();
export const ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);
export const id = z.string().regex(/^[\w-]{1,64}$/);
/** The primary key, which every item has. */
export const key = { pk: text, sk: text };

/** The invariants of every row that belongs to a member. */
export const MEMBER_ROW = ['member-exists', 'purge-complete'] as const;

/** The export of items in the member's own partitions. */
export const IN_MEMBER_PARTITION: ExportRule = { in: 'member-partition' };

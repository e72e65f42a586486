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

/**
 * The rule by which items of a type are deleted when a member deletes their account:
 *
 * - `replaced-by-tombstone`: a tombstone without personal data replaces the item, and expires.
 * - `by-owner`: the purge job finds the items in `ByOwner` and deletes each with its dependent items.
 * - `member-row`: the items are in the member's partition; the purge job deletes them.
 * - `member-row-step`: like `member-row`, in a separate step, because items need more than a deletion: a follow also
 *   counts at the other member, and payments stay in the ledger.
 * - `with-parent`: the items are deleted together with another item.
 * - `expires`: DynamoDB deletes the items within days (`expiresAt`).
 * - `retained`: the items stay; they hold no personal data, or the law requires them.
 */
export type PurgeRule =
  | 'replaced-by-tombstone'
  | 'by-owner'
  | 'member-row'
  | 'member-row-step'
  | 'with-parent'
  | 'expires'
  | 'retained';

/** Where the items of one type are in the table, and how long they are kept. */
interface ItemTypeBase {
  /** Prefix of the partition key. infra/routes grants functions access to partitions by this prefix (`PREFIX#*`). */
  readonly partition: string;
  /** Name of the ID after the prefix of the partition key. Absent if the type has a single partition. */
  readonly partitionId?: string;
  /** Prefix of the sort key; the whole sort key if there is no `sortId`. */
  readonly sort: string;
  /** Name of the ID after the prefix of the sort key. */
  readonly sortId?: string;
  /**
   * The partitions of the list indexes that contain the items. `by-depth`: one for each depth band and shard, in
   * `ByDepth`, `ByText`, and `ByNumber`. `by-member`: one for each member, in `ByText`.
   */
  readonly listed?: 'by-depth' | 'by-member';
  /** Prefix of the `owner` attribute, the partition key of `ByOwner`. */
  readonly owner?: string;
  /** Whether the change feed derives the items from others. Backups and snapshots need not hold them. */
  readonly derived?: true;
  /** When DynamoDB deletes the items, if they expire. For docs/access-patterns.md. */
  readonly expires?: string;
}

export type ItemType = ItemTypeBase &
  (
    | { readonly purge: Exclude<PurgeRule, 'with-parent' | 'expires'> }
    /** `parent` is the type of the item with which they are deleted. */
    | { readonly purge: 'with-parent'; readonly parent: string }
    | { readonly purge: 'expires'; readonly expires: string }
  );

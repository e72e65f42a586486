import type { ViewSourceType } from './source-types.ts';

/**
 * A view that the change feed keeps up to date.
 *
 * The feed delivers each change at least once, and an older change may follow a newer one. So `apply` must be
 * idempotent, and must ignore changes that are older than the view. It writes keys and counts, never texts or pictures:
 * readers load these through the access rule.
 */
export interface Projection<Item> {
  /** The type of the items from which the view is made. Items of this type have no ID in their sort key. */
  readonly source: ViewSourceType;
  /** Returns whether a change of an item can change the view. A change may be delivered again after later ones. */
  isRelevant(before: Item | undefined, after: Item | undefined): boolean;
  /**
   * Applies the state of an item after a change.
   *
   * @param id - the ID in the item's partition key
   * @param after - undefined if the item was removed
   */
  apply(id: string, after: Item | undefined): Promise<void>;
}

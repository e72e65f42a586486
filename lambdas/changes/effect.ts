import type { SourceType } from './source-types.ts';

/**
 * An action that follows a change of an item, such as sending a frame to a member's sockets.
 *
 * A rebuild repairs views, but doesn't repeat effects. The feed delivers each change at least once and in any order, so
 * an effect reads and sends the current state, never a difference.
 */
export interface Effect<Item> {
  /** The type of the items whose changes have this effect. Items of this type have no ID in their sort key. */
  readonly source: SourceType;
  /**
   * Returns whether a change of an item has this effect. A restore writes every item for the first time, so the first
   * write must not have an effect that members notice.
   */
  isRelevant(before: Item | undefined, after: Item | undefined): boolean;
  /**
   * Starts the effect.
   *
   * @param id - the ID in the item's partition key
   * @param before - the item before its first change of the batch; undefined for a new item
   */
  run(id: string, before: Item | undefined): Promise<void>;
}

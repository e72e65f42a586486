/*
 * The access rule: a viewer sees an item if it is at or below the viewer's depth or is the viewer's own, if it is not
 * deleted, and if its author has not deleted their account. `decideVisibility` states the rule for reads, and
 * the conditions below state it for writes. Add new conditions (blocks, take-downs) here, and what they read
 * in `lambdas/access/relations.ts`. See docs/product.md#visibility.
 */
import type { Micrometres } from '../../shared/rules/depth.ts';

/** The caller of a read and their depth. */
export interface Viewer {
  readonly userId: string;
  readonly depth: Micrometres;
}

declare const visible: unique symbol;

/**
 * An item that a viewer may see. Only `lambdas/access` produces these. Presenters require them, so code that skips the
 * access rule doesn't compile.
 */
export type Visible<T> = T & { readonly [visible]: true };

/** The fields of an item that the access rule reads. A profile is its member's item, and its member is the author. */
export interface Subject {
  /** The author. */
  readonly userId: string;
  /** Missing in comments, which are as visible as their posts, and in tombstones. */
  readonly depth?: Micrometres;
  readonly deletedAt?: string | undefined;
}

/** The relation of a viewer and an author, which the access rule also needs. `relations.ts` reads it. */
export interface Relation {
  readonly authorDeleted: boolean;
}

/** For checks that depend only on the item. This relation hides no item. */
export const NEUTRAL_RELATION: Relation = { authorDeleted: false };

/** The result of the access rule: `visible`, or the reason why the viewer can't see the item. */
export type Visibility = 'visible' | 'deleted' | 'author-deleted' | 'above';

/**
 * Decides whether a viewer may see an item. A greater depth is higher in the ocean, so an item of a greater depth is
 * above the viewer.
 */
export function decideVisibility(viewer: Viewer, item: Subject, { authorDeleted }: Relation): Visibility {
  if (item.deletedAt) return 'deleted';
  if (authorDeleted) return 'author-deleted';
  if (item.userId === viewer.userId) return 'visible';

  return (item.depth ?? 0) > viewer.depth ? 'above' : 'visible';
}

/** The depth rule as a write condition, for a viewer who isn't the author. `#depth` is the item's, `:depth` the viewer's. */
export const AT_OR_BELOW = '#depth <= :depth';

/** The access rule as a write condition. */
const VISIBLE = `attribute_exists(pk) AND attribute_not_exists(deletedAt) AND (${AT_OR_BELOW} OR userId = :viewer)`;

interface VisibleConditionOptions {
  /** A further condition that the item must meet. */
  readonly and?: string;
  /** Further names of the update's expressions. */
  readonly names?: Readonly<Record<string, string>>;
  /** Further values of the update's expressions. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the condition of an update which fails unless the viewer sees the item, with all names and values of the
 * update. A condition reads only the item, so the caller must check first that the author's account is not deleted.
 */
export function buildVisibleCondition(viewer: Viewer, { and, names, values }: VisibleConditionOptions = {}) {
  return {
    ConditionExpression: and ? `${VISIBLE} AND ${and}` : VISIBLE,
    ExpressionAttributeNames: { '#depth': 'depth', ...names },
    ExpressionAttributeValues: { ':depth': viewer.depth, ':viewer': viewer.userId, ...values },
  };
}

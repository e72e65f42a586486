import type { Micrometres } from '../../shared/depth/depth.ts';

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

/** The depth rule as a write condition: items at or below the viewer's depth, and the viewer's own. */
export const VISIBLE_CONDITION = {
  expression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt) AND (#depth <= :depth OR userId = :viewer)',
  names: { '#depth': 'depth' },
  values: ({ depth, userId }: Viewer) => ({ ':depth': depth, ':viewer': userId }),
} as const;

/** Returns whether the depth rule allows the viewer to see an item. */
export function isVisible(item: { readonly userId: string; readonly depth: Micrometres }, viewer: Viewer): boolean {
  return item.depth <= viewer.depth || item.userId === viewer.userId;
}

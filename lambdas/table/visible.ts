import type { Micrometres } from '../../shared/depth/depth.ts';

/** A member who looks at what others have published, and how deep they are. */
export interface Viewer {
  readonly userId: string;
  readonly depth: Micrometres;
}

declare const visible: unique symbol;

/**
 * An item that a viewer may see. Only `lambdas/access` produces these. Presenters require them, so an item that was
 * read past the access rule does not compile into a response.
 */
export type Visible<T> = T & { readonly [visible]: true };

/** The depth rule as a condition on a write: items at or below the viewer's depth, and the viewer's own. */
export const VISIBLE = {
  expression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt) AND (#depth <= :depth OR userId = :viewer)',
  names: { '#depth': 'depth' },
  values: ({ depth, userId }: Viewer) => ({ ':depth': depth, ':viewer': userId }),
} as const;

/** The same rule for an item that has been read. */
export function isVisible(item: { readonly userId: string; readonly depth: Micrometres }, viewer: Viewer): boolean {
  return item.depth <= viewer.depth || item.userId === viewer.userId;
}

import type { Micrometres } from '../../shared/depth/depth.ts';

/** Who looks, and from where. */
export interface Viewer {
  readonly userId: string;
  readonly depth: Micrometres;
}

/** The rule of specification §6, as a condition on the write: content at or below one's depth, and one's own. */
export const VISIBLE = {
  expression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt) AND (#depth <= :depth OR userId = :viewer)',
  names: { '#depth': 'depth' },
  values: ({ depth, userId }: Viewer) => ({ ':depth': depth, ':viewer': userId }),
} as const;

/** The same rule for an item that has been read. */
export function isVisible(item: { readonly userId: string; readonly depth: Micrometres }, viewer: Viewer): boolean {
  return item.depth <= viewer.depth || item.userId === viewer.userId;
}

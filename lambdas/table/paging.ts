import { loadSecret } from '../platform/secret.ts';
import { depthIndexShards } from './client.ts';
import { type Cursor, openCursor, sealCursor } from './cursor.ts';
import type { DepthPosition } from './depth-query.ts';
import type { Viewer } from './visible.ts';

/** The position at which a page begins, and the function that builds the next page's cursor. */
interface Paging {
  readonly from: Cursor;
  /** Returns the cursor of the page that begins at `next`, or null after the last page. */
  seal(next: DepthPosition | null): string | null;
}

/**
 * Opens a page of a list.
 *
 * @param query - the list and its filters; a cursor is valid only for the same query
 * @param cursor - the cursor from the previous page; absent for the first page
 * @throws InvalidCursor if the cursor belongs to another member or another query, or is from before the stage's number
 *   of shards changed
 */
export async function openPage(
  { userId, depth }: Viewer,
  query: readonly unknown[],
  cursor: string | null | undefined,
): Promise<Paging> {
  const secret = await loadSecret('CURSOR_SECRET_ARN');
  // A position contains the index of a shard, so it is wrong for another number of shards.
  const scope = { viewer: userId, query: JSON.stringify([...query, depthIndexShards()]) };
  const from: Cursor = cursor ? openCursor(cursor, scope, depth, secret) : { depth };

  return { from, seal: (next) => next && sealCursor({ depth: from.depth, ...next }, scope, secret) };
}

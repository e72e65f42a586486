import { secret } from '../platform/secret.ts';
import { type Cursor, openCursor, sealCursor } from './cursor.ts';
import type { DepthPosition } from './depth-index.ts';
import type { Viewer } from './visible.ts';

/** Where a page begins, and how the cursor of the next one is made. */
interface Paging {
  readonly from: Cursor;
  /** The cursor of the page that begins there; null after the last. */
  seal(next: DepthPosition | null): string | null;
}

/**
 * Begins a page of a list.
 *
 * @param question - what is asked, apart from the page: a cursor serves the question that it was given for
 * @param cursor - the cursor of the page before; nothing for the first
 * @throws InvalidCursor when it belongs to another member or another question
 */
export async function openPage(
  { userId, depth }: Viewer,
  question: readonly unknown[],
  cursor: string | null | undefined,
): Promise<Paging> {
  const key = await secret('CURSOR_SECRET_ARN');
  const asked = { viewer: userId, query: JSON.stringify(question), depth };
  const from: Cursor = cursor ? openCursor(cursor, asked, key) : { ...asked, progress: [] };
  return { from, seal: (next) => next && sealCursor({ ...from, ...next }, key) };
}

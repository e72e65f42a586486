import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { users } from '../../shared/contract/users.ts';
import { maxBytesAtDepth } from '../../shared/rules/depth.ts';
import { fillPage } from '../access/fill-page.ts';
import { loadViewer } from '../access/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { readDepthIndex } from '../table/depth-index.ts';
import { partitionIdOf } from '../table/item-types.ts';
import { openPage } from '../table/paging.ts';
import { buildSearchFilters, parseSearchWords } from '../table/search-words.ts';
import { presentVisibleUsers } from './present-people.ts';

/** The depth index that is sorted in each order, and the direction in which it is read. */
const INDEX_BY_ORDER = {
  depth: { index: 'ByDepth' },
  username: { index: 'ByText', ascending: true },
  contributions: { index: 'ByNumber' },
} as const;

/**
 * Lists one page of the members at or below the caller's depth, including the caller. Sorts over all visible members.
 *
 * @throws InvalidCursor if the cursor belongs to another member or another query
 */
export async function listUsers(
  caller: Caller,
  { sort, q, limit, cursor }: Input<typeof users.list>,
): Promise<Response<typeof users.list>> {
  const viewer = await loadViewer(caller);
  const words = parseSearchWords(q);
  const { from, seal } = await openPage(viewer, ['users', sort, words.join(' ')], cursor);

  const filters = buildSearchFilters(words);
  // No visible member can have contributed more bytes, so the query skips rows above this number.
  const highest = sort === 'contributions' ? maxBytesAtDepth(from.depth) : undefined;
  const query = { kind: 'USER', ...INDEX_BY_ORDER[sort], depth: from.depth, highest, filters, share: {} } as const;

  const { items, next } = await fillPage(
    { limit, from },
    (page) => readDepthIndex({ ...query, ...page }),
    async (rows) => presentVisibleUsers(viewer, (await rows).map(partitionIdOf)),
  );

  return { users: items, cursor: seal(next) };
}

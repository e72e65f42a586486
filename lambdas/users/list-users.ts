import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { users } from '../../shared/contract/users.ts';
import { bytesUpTo } from '../../shared/depth/depth.ts';
import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { readDepthIndex } from '../table/depth-index.ts';
import { openPage } from '../table/paging.ts';
import { presentUsers } from './present-people.ts';

/** True sorts over all visible members (decision 12). */
const ORDER = {
  depth: { index: 'ByDepth' },
  username: { index: 'ByText', ascending: true },
  contributions: { index: 'ByNumber' },
} as const;

/**
 * One page of the members at or below the caller's depth, the caller among them.
 *
 * @throws InvalidCursor when the cursor belongs to another member or another question
 */
export async function listUsers(
  caller: Caller,
  { sort, q, limit, cursor }: Input<typeof users.list>,
): Promise<Response<typeof users.list>> {
  const viewer = await viewerOf(caller);
  // Names and bios are stored composed.
  const text = q?.normalize('NFC').toLowerCase() ?? '';
  const { from, seal } = await openPage(viewer, ['users', sort, text], cursor);
  const filters = text ? [{ expression: 'contains(searchText, :q)', names: {}, values: { ':q': text } }] : [];
  const highest = sort === 'contributions' ? bytesUpTo(from.depth) : undefined;
  const page = await readDepthIndex({ kind: 'USER', ...ORDER[sort], depth: from.depth, highest, limit, filters, from });
  const userIds = page.rows.map(({ pk }) => pk.slice('USER#'.length));
  return { users: await presentUsers(viewer, userIds), cursor: seal(page.next) };
}

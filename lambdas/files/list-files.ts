import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import type { Caller } from '../platform/identity.ts';
import { secret } from '../platform/secret.ts';
import { type Cursor, openCursor, sealCursor } from '../table/cursor.ts';
import { type Filter, readDepthIndex } from '../table/depth-index.ts';
import { fileOwner } from '../table/file.ts';
import { getProfile } from '../table/profile.ts';
import { presentFiles } from './present-files.ts';

type ListInput = Input<typeof files.list>;

const INDEX = { recent: 'ByText', size: 'ByNumber' } as const;

/**
 * One page of the files at or below the caller's depth, newest or largest first.
 *
 * @throws InvalidCursor when `lastKey` belongs to another member or another question
 */
export async function listFiles(caller: Caller, input: ListInput): Promise<Response<typeof files.list>> {
  const [viewer, key] = await Promise.all([getProfile(caller.userId), secret('CURSOR_SECRET_ARN')]);
  const question = { viewer: caller.userId, query: questionOf(input), depth: viewer?.depth ?? 0 };
  const cursor: Cursor = input.lastKey ? openCursor(input.lastKey, question, key) : { ...question, progress: [] };
  const skipped = input.lastKey ? 0 : (input.skip ?? 0);
  const page = await readDepthIndex({
    kind: 'FILE',
    index: INDEX[input.sortBy],
    depth: cursor.depth,
    limit: skipped + input.limit,
    filters: filtersOf(caller, input),
    from: cursor,
    // Only who has sunk has anything above them.
    own: input.includeOwnFiles && viewer && viewer.peakDepth > cursor.depth ? fileOwner(caller.userId) : undefined,
  });
  return {
    files: await presentFiles(
      caller.userId,
      page.rows.slice(skipped).map(({ pk }) => pk.slice('FILE#'.length)),
    ),
    lastKey: page.next && sealCursor({ ...cursor, ...page.next }, key),
    requestId: input.requestId ?? null,
  };
}

/** What is asked, apart from the page: a cursor serves the question that it was given for. */
function questionOf({ sortBy, fileType, q, includeOwnFiles }: ListInput): string {
  return JSON.stringify(['files', sortBy, fileType, q?.toLowerCase() ?? '', includeOwnFiles]);
}

function filtersOf(caller: Caller, { fileType, q, includeOwnFiles }: ListInput): Filter[] {
  const filters: Filter[] = [];
  if (fileType !== 'all') {
    filters.push({ expression: 'begins_with(contentType, :type)', names: {}, values: { ':type': fileType } });
  }
  if (q) filters.push({ expression: 'contains(searchText, :q)', names: {}, values: { ':q': q.toLowerCase() } });
  if (!includeOwnFiles) {
    filters.push({
      expression: '#owner <> :own',
      names: { '#owner': 'owner' },
      values: { ':own': fileOwner(caller.userId) },
    });
  }
  return filters;
}

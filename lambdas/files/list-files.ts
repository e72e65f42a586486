import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { type Filter, readDepthIndex } from '../table/depth-index.ts';
import { ownerOf } from '../table/keys.ts';
import { openPage } from '../table/paging.ts';
import { presentFiles } from './present-files.ts';

type ListInput = Input<typeof files.list>;

const INDEX = { recent: 'ByText', size: 'ByNumber' } as const;

/**
 * One page of the files at or below the caller's depth, newest or largest first.
 *
 * @throws InvalidCursor when `lastKey` belongs to another member or another question
 */
export async function listFiles(caller: Caller, input: ListInput): Promise<Response<typeof files.list>> {
  const viewer = await viewerOf(caller);
  const { from, seal } = await openPage(viewer, questionOf(input), input.lastKey);
  const skipped = input.lastKey ? 0 : (input.skip ?? 0);
  const page = await readDepthIndex({
    kind: 'FILE',
    index: INDEX[input.sortBy],
    depth: from.depth,
    limit: skipped + input.limit,
    filters: filtersOf(caller, input),
    from,
    // Only who has sunk has anything above them.
    own: input.includeOwnFiles && viewer.peakDepth > from.depth ? ownerOf('FILE', caller.userId) : undefined,
  });
  return {
    files: await presentFiles(caller.userId, page.rows.slice(skipped)),
    lastKey: seal(page.next),
    requestId: input.requestId ?? null,
  };
}

/** What is asked, apart from the page: a cursor serves the question that it was given for. */
function questionOf({ sortBy, fileType, q, includeOwnFiles }: ListInput): unknown[] {
  return ['files', sortBy, fileType, searched(q), includeOwnFiles];
}

/** File names are stored composed. */
function searched(q = ''): string {
  return q.normalize('NFC').toLowerCase();
}

function filtersOf(caller: Caller, { fileType, q, includeOwnFiles }: ListInput): Filter[] {
  const filters: Filter[] = [];
  if (fileType !== 'all') {
    filters.push({ expression: 'begins_with(contentType, :type)', names: {}, values: { ':type': fileType } });
  }
  if (q) filters.push({ expression: 'contains(searchText, :q)', names: {}, values: { ':q': searched(q) } });
  if (!includeOwnFiles) {
    filters.push({
      expression: '#owner <> :own',
      names: { '#owner': 'owner' },
      values: { ':own': ownerOf('FILE', caller.userId) },
    });
  }
  return filters;
}

import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { loadViewer } from '../access/viewer.ts';
import { visiblePage } from '../access/visible-items.ts';
import type { Caller } from '../platform/identity.ts';
import { type Filter, type IndexRow, readDepthIndex } from '../table/depth-index.ts';
import { ownerPartition } from '../table/keys.ts';
import { openPage } from '../table/paging.ts';
import type { Viewer } from '../table/visible.ts';
import { presentFiles } from './present-files.ts';

type ListInput = Input<typeof files.list>;

const INDEX = { recent: 'ByText', size: 'ByNumber' } as const;

/**
 * Lists one page of the files at or below the caller's depth, newest or largest first.
 *
 * @throws InvalidCursor if `lastKey` belongs to another member or another query
 */
export async function listFiles(caller: Caller, input: ListInput): Promise<Response<typeof files.list>> {
  const viewer = await loadViewer(caller);
  const { from, seal } = await openPage(viewer, describeQuery(input), input.lastKey);
  const skipped = input.lastKey ? 0 : (input.skip ?? 0);
  const { rows, next } = await readDepthIndex({
    kind: 'FILE',
    index: INDEX[input.sortBy],
    depth: from.depth,
    limit: skipped + input.limit,
    filters: buildFilters(caller, input),
    from,
    // Only members whose depth has dropped can have files above it.
    own: input.includeOwnFiles && viewer.peakDepth > from.depth ? ownerPartition('FILE', caller.userId) : undefined,
  });
  const page = await visiblePage(viewer, { files: rows.slice(skipped) });
  return { files: await presentFiles(page), lastKey: seal(next), requestId: input.requestId ?? null };
}

/** Reads the index rows of the files nearest below a viewer's depth: highest first, then newest. */
export async function readHighestFiles({ depth }: Viewer, limit: number): Promise<readonly IndexRow[]> {
  const query = { kind: 'FILE', index: 'ByDepth', filters: [], from: { progress: [] }, onePage: true } as const;
  return (await readDepthIndex({ ...query, depth, limit })).rows;
}

/** Returns the list's parameters without the page. A cursor is valid only for the same parameters. */
function describeQuery({ sortBy, fileType, q, includeOwnFiles }: ListInput): unknown[] {
  return ['files', sortBy, fileType, searchText(q), includeOwnFiles];
}

/** Normalises a search text like the stored file names: Unicode form C, lower case. */
function searchText(q = ''): string {
  return q.normalize('NFC').toLowerCase();
}

function buildFilters(caller: Caller, { fileType, q, includeOwnFiles }: ListInput): Filter[] {
  const filters: Filter[] = [];
  if (fileType !== 'all') {
    filters.push({ expression: 'begins_with(contentType, :type)', names: {}, values: { ':type': fileType } });
  }
  if (q) filters.push({ expression: 'contains(searchText, :q)', names: {}, values: { ':q': searchText(q) } });
  if (!includeOwnFiles) {
    filters.push({
      expression: '#owner <> :own',
      names: { '#owner': 'owner' },
      values: { ':own': ownerPartition('FILE', caller.userId) },
    });
  }
  return filters;
}

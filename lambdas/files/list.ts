import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files, ListedFile } from '../../shared/contract/files.ts';
import { loadViewer } from '../access/viewer.ts';
import { visiblePage } from '../access/visible-items.ts';
import { visibleOutline } from '../access/visible-outline.ts';
import { countFitting } from '../http/count-fitting.ts';
import type { Caller } from '../platform/identity.ts';
import { loadRenditionKey } from '../storage/rendition-urls.ts';
import { readDepthIndex } from '../table/depth-index.ts';
import type { DepthPage, Filter, IndexRow } from '../table/depth-query.ts';
import { fileKey, ownerPartition } from '../table/keys.ts';
import { openPage } from '../table/paging.ts';
import type { Viewer } from '../table/visible.ts';
import { listOutlined, presentOutlined } from './list-outline.ts';
import { presentFiles } from './present-files.ts';

type ListInput = Input<typeof files.list>;

const INDEX = { recent: 'ByText', size: 'ByNumber' } as const;

/**
 * Lists one page of the files at or below the caller's depth, newest or largest first; or its outline, or files by ID.
 *
 * A page of whole files ends early if its response would exceed 4 MB. Outlines and files by ID never come near: 1,000 rows
 * with long names have 1.1 MB, and 50 files with the longest texts 0.4 MB.
 *
 * @throws InvalidCursor if `lastKey` belongs to another member or another query
 */
export async function listFiles(caller: Caller, input: ListInput): Promise<Response<typeof files.list>> {
  void loadRenditionKey();
  const viewer = await loadViewer(caller);
  const requestId = input.requestId ?? null;
  if (input.ids) return { files: await listOutlined(viewer, input.ids), lastKey: null, requestId };

  const { from, seal } = await openPage(viewer, describeQuery(input), input.lastKey);
  const skipped = input.lastKey ? 0 : (input.skip ?? 0);
  const reading = readDepthIndex({
    kind: 'FILE',
    index: INDEX[input.sortBy],
    depth: from.depth,
    limit: skipped + input.limit,
    type: input.fileType === 'all' ? undefined : input.fileType,
    filters: buildFilters(caller, input),
    from,
    // An outline doesn't load the files, so its rows must be current.
    share: input.outline ? undefined : { viewerItems: ownerPartition('FILE', caller.userId) },
    // Only members whose depth has dropped can have files above it.
    own: input.includeOwnFiles && viewer.peakDepth > from.depth ? ownerPartition('FILE', caller.userId) : undefined,
  });
  const pageRows = reading.then(({ rows }) => rows.slice(skipped));
  if (input.outline) {
    const outline = (await visibleOutline(viewer, pageRows)).map(presentOutlined);
    return { files: [], outline, lastKey: seal((await reading).next), requestId };
  }

  const listed = await presentFiles(await visiblePage(viewer, { files: await pageRows }));
  const { fitting, next } = endPage(listed, await reading);

  return { files: fitting, lastKey: seal(next), requestId };
}

/** Ends a page before its response is too long for Lambda. The next page begins with the first file that didn't fit. */
function endPage(listed: readonly ListedFile[], { rows, next, nextAfter }: DepthPage) {
  const fitting = listed.slice(0, countFitting(listed));
  const last = fitting.at(-1);
  if (!last || fitting.length === listed.length) return { fitting, next };
  const { pk } = fileKey(last.key);
  return { fitting, next: nextAfter(rows.findIndex((row) => row.pk === pk) + 1) };
}

/** Reads the index rows of the files nearest below a viewer's depth: highest first, then newest. */
export async function readHighestFiles({ userId, depth }: Viewer, limit: number): Promise<readonly IndexRow[]> {
  const query = { kind: 'FILE', index: 'ByDepth', filters: [], from: {}, onePage: true } as const;
  const share = { viewerItems: ownerPartition('FILE', userId) };
  return (await readDepthIndex({ ...query, depth, limit, share })).rows;
}

/** Returns the list's parameters without the page. A cursor is valid only for the same parameters. */
function describeQuery({ sortBy, fileType, q, includeOwnFiles }: ListInput): unknown[] {
  return ['files', sortBy, fileType, searchText(q), includeOwnFiles];
}

/** Normalises a search text like the stored file names: Unicode form C, lower case. */
function searchText(q = ''): string {
  return q.normalize('NFC').toLowerCase();
}

function buildFilters(caller: Caller, { q, includeOwnFiles }: ListInput): Filter[] {
  const filters: Filter[] = [];
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

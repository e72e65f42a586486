import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files, ListedFile } from '../../shared/contract/files.ts';
import type { Micrometres } from '../../shared/rules/depth.ts';
import { fillPage } from '../access/fill-page.ts';
import { type CallingViewer, loadViewer } from '../access/viewer.ts';
import { loadVisibleOutline } from '../access/visible-outline.ts';
import { loadVisiblePage } from '../access/visible-page.ts';
import { countFitting } from '../http/count-fitting.ts';
import type { Caller } from '../platform/identity.ts';
import { loadRenditionSigningKey } from '../storage/rendition-urls.ts';
import { readDepthIndex } from '../table/depth-index.ts';
import type { DepthPage, DepthQuery, Filter, ListedRow } from '../table/depth-query.ts';
import { itemKey } from '../table/item-types.ts';
import { ownerPartition } from '../table/keys.ts';
import { openPage } from '../table/paging.ts';
import { buildSearchFilters, parseSearchWords } from '../table/search-words.ts';
import type { Viewer } from '../table/visible.ts';
import { listFilesById, presentOutlineRow } from './list-outline.ts';
import { presentFiles } from './present-files.ts';

type ListInput = Input<typeof files.list>;

/** A range of index rows: their maximum number, and the position of the first row. */
type RowRange = Pick<DepthQuery, 'limit' | 'from'>;

/** The depth index that has each order. */
const INDEX_BY_ORDER = { recent: 'ByText', size: 'ByNumber' } as const;

/**
 * Lists one page of the files at or below the caller's depth, newest or largest first. On request, lists only the
 * outline of the files, or the files with these IDs.
 *
 * A page of whole files ends early if its response would exceed 4 MB. Outlines and files by ID stay far below that
 * size: 1,000 rows with long names have 1.1 MB, and 50 files with the longest texts have 0.4 MB.
 *
 * @throws InvalidCursor if `lastKey` belongs to another member or another query
 */
export async function listFiles(caller: Caller, input: ListInput): Promise<Response<typeof files.list>> {
  // Loads the key concurrently with the reads. `presentFiles` waits for it.
  void loadRenditionSigningKey();
  const viewer = await loadViewer(caller);
  const requestId = input.requestId ?? null;
  if (input.ids) return { files: await listFilesById(viewer, input.ids), lastKey: null, requestId };

  const { from, seal } = await openPage(viewer, describeQuery(input), input.lastKey);
  const page = { limit: input.limit, from };
  const read = (range: RowRange) => readRows(viewer, input, from.depth, range);

  if (input.outline) {
    const { items, next } = await fillPage(page, read, (rows) => loadVisibleOutline(viewer, rows));
    return { files: [], outline: items.map(presentOutlineRow), lastKey: seal(next), requestId };
  }

  const filledPage = await fillPage(page, read, async (rows) =>
    presentFiles(await loadVisiblePage(viewer, { files: await rows })),
  );

  const { fittingFiles, next } = endPage(filledPage);

  return { files: fittingFiles, lastKey: seal(next), requestId };
}

/** Reads the index rows of a page. The first page begins after the files that the caller skips. */
async function readRows(
  { userId, peakDepth }: CallingViewer,
  input: ListInput,
  depth: Micrometres,
  { limit, from }: RowRange,
): Promise<DepthPage> {
  const skippedCount = input.lastKey || from.after ? 0 : (input.skip ?? 0);
  const { rows, next, nextAfter } = await readDepthIndex({
    kind: 'FILE',
    index: INDEX_BY_ORDER[input.sortBy],
    depth,
    limit: skippedCount + limit,
    type: input.fileType === 'all' ? undefined : input.fileType,
    filters: buildFilters(userId, input),
    from,
    // An outline doesn't load the files, so its rows must be current.
    share: input.outline ? undefined : { viewerItems: ownerPartition('FILE', userId) },
    // Only members whose depth has dropped can have files above their depth.
    own: input.includeOwnFiles && peakDepth > depth ? ownerPartition('FILE', userId) : undefined,
  });

  return { rows: rows.slice(skippedCount), next, nextAfter: (count) => nextAfter(skippedCount + count) };
}

/** Ends a page before its response is too long for Lambda. The next page begins with the first file that didn't fit. */
function endPage({
  items: listedFiles,
  rows,
  next,
  nextAfter,
}: Awaited<ReturnType<typeof fillPage<ListedRow, ListedFile>>>) {
  const fittingFiles = listedFiles.slice(0, countFitting(listedFiles));
  const lastFile = fittingFiles.at(-1);
  if (!lastFile || fittingFiles.length === listedFiles.length) return { fittingFiles, next };

  const { pk } = itemKey('file', lastFile.key);
  return { fittingFiles, next: nextAfter(rows.findIndex((row) => row.pk === pk) + 1) };
}

/** Reads the index rows of the files nearest below a viewer's depth: highest first, then newest. */
export async function readHighestFiles({ userId, depth }: Viewer, limit: number): Promise<readonly ListedRow[]> {
  const query = { kind: 'FILE', index: 'ByDepth', filters: [], from: {}, onePage: true } as const;
  const share = { viewerItems: ownerPartition('FILE', userId) };
  return (await readDepthIndex({ ...query, depth, limit, share })).rows;
}

/** Returns the list's parameters without the page. A cursor is valid only for the same parameters. */
function describeQuery({ sortBy, fileType, q, includeOwnFiles }: ListInput): unknown[] {
  return ['files', sortBy, fileType, parseSearchWords(q).join(' '), includeOwnFiles];
}

/** Builds the conditions that DynamoDB applies to index rows: the words of the search, and other members' files only. */
function buildFilters(userId: string, { q, includeOwnFiles }: ListInput): Filter[] {
  const filters = buildSearchFilters(parseSearchWords(q), { insideNames: true });

  if (!includeOwnFiles) {
    filters.push({
      expression: '#owner <> :own',
      names: { '#owner': 'owner' },
      values: { ':own': ownerPartition('FILE', userId) },
    });
  }

  return filters;
}

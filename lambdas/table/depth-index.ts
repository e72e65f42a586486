/*
 * Lists of the items at or below a depth. A band is a range of depths, and a shard is one of several partitions of a
 * band. A page reads its partitions in rounds: one query of each partition, in parallel. See docs/depth-index.md.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { bandOf, listVisibleBands } from '../../shared/rules/bands.ts';
import type { FileTypeClass } from '../../shared/rules/file-types.ts';
import { readOptionalSetting } from '../platform/config.ts';
import { depthIndexShards, table } from './client.ts';
import type { Position } from './cursor.ts';
import {
  buildAtOrBelowFilter,
  buildQuery,
  compareSortKeys,
  type DepthPage,
  type DepthQuery,
  type Filter,
  type IndexRow,
  indexOf,
  type ListPart,
  sealRow,
} from './depth-query.ts';
import type { ListKind } from './item-types.ts';
import { depthCeiling, depthListPartition, listPartition, typeListPartition } from './keys.ts';
import { mergePage } from './merge.ts';
import type { Source } from './merge-source.ts';
import { buildOwnSource, readNewestTime } from './own-items.ts';
import { INDEXES } from './schema.ts';
import { queryShared, type SharedResponse } from './shared-queries.ts';

/**
 * Maximum rows read per page, about 30 RCU. Bounds the cost of selective filters. Large pages may read three times
 * their size, because bands are read ahead of the merge. Rows of posts are larger: they have the words of the text.
 */
const EVALUATION_BUDGET = { USER: 1000, FILE: 1000, POST: 250 } as const satisfies Record<ListKind, number>;

/** Rounds of parallel reads per page. The second completes the page, or reads the rest of the budget for a filter. */
const ROUNDS = 2;

/** The first query of a list reads this multiple of an equal share of the page, because lists contribute unequally. */
const LIST_MARGIN = 1.2;

/**
 * Shared rows may lack an item that was published up to this long before they were read, because an index is updated
 * with a delay, and the clocks of two functions differ.
 */
const PUBLICATION_MARGIN_MS = 5000;

/**
 * Reads one page of the items of a kind that are visible at a depth, in the index's order.
 *
 * Merges one source per visible band and shard. Only the viewer's own band needs a filter by depth. An item published
 * between two pages never appears on a later page. `ByDepth` has no bands: the key condition excludes items above the
 * viewer.
 */
export async function readDepthIndex(query: DepthQuery): Promise<DepthPage> {
  const sharedReads = new SharedReads(query.share?.viewerItems);
  const page = await readPage(query, sharedReads);
  if (!(await sharedReads.mayLackNewestItem())) return page;

  return readPage({ ...query, share: undefined }, new SharedReads(undefined));
}

/** Records when the rows that a page shares with earlier requests were read. */
class SharedReads {
  /** When the oldest shared rows were read, in milliseconds since 1970. Later than any time if no rows are shared. */
  #sharedSince = Number.POSITIVE_INFINITY;
  /** When the viewer's newest item was published, in milliseconds since 1970. Undefined until rows are shared. */
  #newestTime: Promise<number> | undefined;
  readonly #viewerItems: string | undefined;

  /** @param viewerItems - the `owner` partition whose newest item must be on the page */
  constructor(viewerItems: string | undefined) {
    this.#viewerItems = viewerItems;
  }

  /**
   * Records rows that were read at this time, in milliseconds since 1970. Starts to read the viewer's newest item, in
   * the same round as the page's rows.
   */
  addShared(since: number): void {
    this.#sharedSince = Math.min(this.#sharedSince, since);
    if (this.#viewerItems === undefined || this.#newestTime) return;

    this.#newestTime = readNewestTime(this.#viewerItems);
    // Another query may fail first. Then nothing awaits this promise, and its rejection would end the process.
    this.#newestTime.catch(() => {});
  }

  /** Returns whether the viewer has published an item that the shared rows may lack. */
  async mayLackNewestItem(): Promise<boolean> {
    return this.#newestTime !== undefined && (await this.#newestTime) > this.#sharedSince - PUBLICATION_MARGIN_MS;
  }
}

/** Reads one page, with shared rows if the query allows them. */
async function readPage(query: DepthQuery, sharedReads: SharedReads): Promise<DepthPage> {
  const order = INDEXES[query.index].sort;
  const filteredQuery = { ...query, type: undefined, filters: [...query.filters, ...buildTypeFilters(query.type)] };
  const usesTypeLists = query.index !== 'ByDepth' && hasTypeLists();
  const sources = buildListSources(usesTypeLists ? query : filteredQuery, sharedReads);
  const listCount = sources.length;
  // `ByOwner` has no partition per type, so this source filters by type.
  if (query.own !== undefined) sources.push(buildOwnSource(filteredQuery, query.own));

  const { rows, next, nextAfter } = await mergePage({
    sources,
    from: query.from,
    compare: ([value], [otherValue]) => compareSortKeys(query, value, otherValue),
    positionOf: (row): Position => [row[order]!, row.pk, row.sk],
    limit: query.limit,
    firstBatchSize: chooseFirstBatchSize(query, listCount),
    budget: Math.max(EVALUATION_BUDGET[query.kind], 3 * query.limit),
    maxRounds: ROUNDS,
    onePage: query.onePage,
  });

  // A profile that moves to another band while the bands are read can be in both.
  const distinctRows = [...new Map(rows.map((row) => [row.pk, row])).values()];
  // The merge counts all rows, but callers count distinct rows.
  const findRowIndex = (count: number) => rows.findIndex(({ pk }) => pk === distinctRows[count - 1]!.pk);

  return { rows: distinctRows.map(sealRow), next, nextAfter: (count) => nextAfter(findRowIndex(count) + 1) };
}

/**
 * Returns the number of rows that the first query of each list reads. A query of up to 4 KB, about 16 rows, costs
 * 0.5 RCU. If there are few lists, each reads a whole page of the usual size, so that one round is enough.
 */
function chooseFirstBatchSize({ index, limit, filters }: DepthQuery, listCount: number): number {
  if (index === 'ByDepth' && filters.length === 0) return limit + 1;

  const minimum = chooseMinimumBatchSize(listCount);
  const rowsPerList = Math.max(minimum, Math.ceil((LIST_MARGIN * limit) / listCount) + 1);

  // A filter drops rows, so a filtered query reads twice as many.
  return filters.length > 0 ? 2 * rowsPerList : Math.min(limit + 1, rowsPerList);
}

/**
 * Returns the fewest rows that the first query of each list reads, so that an uneven share rarely needs a second round.
 * The more lists a page reads, the fewer rows it needs of each.
 */
function chooseMinimumBatchSize(listCount: number): number {
  if (listCount > 32) return 4;
  return listCount > 4 ? 8 : 24;
}

/** Returns whether the table has the indexes of types. While a stage adds them, lists use a filter instead. */
function hasTypeLists(): boolean {
  return readOptionalSetting('OMITTED_INDEXES') === undefined;
}

/** Builds the filter for the files of one type. */
function buildTypeFilters(type: FileTypeClass | undefined): Filter[] {
  if (type === undefined) return [];
  return [{ expression: 'begins_with(contentType, :type)', names: {}, values: { ':type': type } }];
}

/** Builds one source for each list that can have visible items: one per shard, or per visible band and shard. */
function buildListSources(query: DepthQuery, sharedReads: SharedReads): Source<IndexRow, Position>[] {
  const { kind, depth } = query;
  const shards = Array.from({ length: depthIndexShards() }, (_, shard) => shard);

  if (query.index === 'ByDepth') {
    const visiblePart = { ceiling: depthCeiling(depth), filters: query.filters };
    return shards.map((shard) =>
      buildListSource(query, { list: depthListPartition(kind, shard), ...visiblePart }, sharedReads),
    );
  }

  // DynamoDB doesn't allow a filter on a key attribute, so the upper bound goes into the key condition.
  const ownBand = { ceiling: query.highest, filters: [...query.filters, buildAtOrBelowFilter(depth)] };
  const lowerBands = { ceiling: undefined, filters: query.filters };

  // The viewer's own band comes first. A cursor contains the index of a source in this order.
  return listVisibleBands(depth)
    .reverse()
    .flatMap((band) =>
      shards.map((shard) => {
        const list = listPartition(kind, band, shard);
        return buildListSource(
          query,
          {
            list: query.type ? typeListPartition(list, query.type) : list,
            ...(band === bandOf(depth) ? ownBand : lowerBands),
          },
          sharedReads,
        );
      }),
    );
}

/** Builds the source of one part of a list. Records in `sharedReads` when shared rows were read. */
function buildListSource(query: DepthQuery, part: ListPart, sharedReads: SharedReads): Source<IndexRow, Position> {
  const { sort: order } = indexOf(query);
  const read: Source<IndexRow, Position>['read'] = async (start, count) => {
    const input = buildQuery(query, part, start, count);
    const { response, sharedSince }: SharedResponse = query.share
      ? await queryShared(input)
      : { response: await table.send(new QueryCommand(input)) };
    if (sharedSince !== undefined) sharedReads.addShared(sharedSince);

    const lastKey = response.LastEvaluatedKey;

    return {
      rows: (response.Items ?? []) as IndexRow[],
      next: lastKey ? { after: [lastKey[order], lastKey.pk, lastKey.sk] } : 'end',
      evaluatedCount: response.ScannedCount ?? count,
    };
  };

  return { read, isFiltered: part.filters.length > 0 };
}

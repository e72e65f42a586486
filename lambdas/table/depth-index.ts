import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { bandOf, listVisibleBands } from '../../shared/depth/bands.ts';
import type { Micrometres } from '../../shared/depth/depth.ts';
import type { FileTypeClass } from '../../shared/depth/file-types.ts';
import { optionalSetting } from '../platform/config.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import type { Order, Position } from './cursor.ts';
import type { ListKind } from './item-types.ts';
import { depthCeiling, depthListPartition, listPartition, typeListPartition } from './keys.ts';
import { type MergePosition, mergePage, type Source, type Start } from './merge.ts';
import { INDEXES } from './schema.ts';
import { queryShared, type SharedResponse } from './shared-queries.ts';

/**
 * Maximum rows read per page, about 30 RCU. Bounds the cost of selective filters. Large pages may read three times
 * their size, because bands are read ahead of the merge.
 */
const EVALUATION_BUDGET = 1000;

/** Rounds of parallel reads per page. The second completes the page, or reads the rest of the budget for a filter. */
const ROUNDS = 2;

/** Covers the delay of an index, and the difference between the clocks of two functions. */
const PUBLICATION_MARGIN_MS = 5000;

/** A filter condition. It may use only attributes that the indexes project. */
export interface Filter {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

export interface DepthQuery {
  readonly kind: ListKind;
  /** Determines the order: by depth, text or number. */
  readonly index: 'ByDepth' | 'ByText' | 'ByNumber';
  /** Lists only files of this type. */
  readonly type?: FileTypeClass | undefined;
  /** Descending by default. */
  readonly ascending?: boolean;
  /** The viewer's depth. Items above it are invisible. */
  readonly depth: Micrometres;
  /**
   * Upper bound of the sort key among visible items, for descending lists. Lets the query skip invisible rows in the viewer's
   * own band.
   */
  readonly highest?: number | undefined;
  readonly limit: number;
  readonly filters: readonly Filter[];
  /** Where the previous page ended; an empty object for the first page. */
  readonly from: DepthPosition;
  /** The `owner` partition whose items are listed at any depth. */
  readonly own?: string | undefined;
  /**
   * Set if the caller loads the items and checks the access rule. Requests then share the rows of hot queries
   * (docs/adr/0033-sharing-hot-rows.md), unless the viewer has just published an item of this `owner` partition.
   */
  readonly share?: { readonly viewerItems?: string } | undefined;
  /** Set when the caller never requests a second page; `next` may then point to an empty page. */
  readonly onePage?: boolean;
}

/** How far a list has been read. */
export type DepthPosition = MergePosition<Position>;

export interface DepthPage {
  readonly rows: readonly IndexRow[];
  /** Where the next page begins; null after the last. */
  readonly next: DepthPosition | null;
  /** Returns where the next page begins if this page ends after its first `count` rows, from 1 to all. */
  nextAfter(count: number): DepthPosition | null;
}

/** An item with the attributes that an index projects. */
export type IndexRow = Readonly<Record<string, string | number>> & { readonly pk: string; readonly sk: string };

/**
 * Reads one page of the items of a kind that are visible at a depth, in the index's order.
 *
 * Merges one source per visible band and shard. Only the viewer's own band needs a filter by depth. An item published
 * between two pages never appears on a later page. `ByDepth` has no bands: the key condition excludes items above the
 * viewer. See docs/product.md#depth.
 */
export async function readDepthIndex(query: DepthQuery): Promise<DepthPage> {
  const reads = new Reads(query.share?.viewerItems);
  const page = await readPage(query, reads);
  return (await reads.lackNewest()) ? readPage({ ...query, share: undefined }, new Reads(undefined)) : page;
}

/** Observes which rows a page shares with earlier requests. */
class Reads {
  /** When the oldest shared rows were read, in milliseconds since 1970. */
  #sharedSince = Number.POSITIVE_INFINITY;
  #newest: Promise<number> | undefined;
  readonly #viewerItems: string | undefined;

  /** @param viewerItems - the `owner` partition whose newest item must be on the page */
  constructor(viewerItems: string | undefined) {
    this.#viewerItems = viewerItems;
  }

  /** Records rows that were read at this time. Starts to read the newest item at once, in the round of the page's rows. */
  addShared(since: number): void {
    this.#sharedSince = Math.min(this.#sharedSince, since);
    if (this.#viewerItems === undefined || this.#newest) return;
    this.#newest = readNewestTime(this.#viewerItems);
    // Another query may fail first. Then no one awaits this one.
    this.#newest.catch(() => {});
  }

  /** Returns whether the viewer has published an item that the shared rows may lack. */
  async lackNewest(): Promise<boolean> {
    return this.#newest !== undefined && (await this.#newest) > this.#sharedSince - PUBLICATION_MARGIN_MS;
  }
}

async function readPage(query: DepthQuery, reads: Reads): Promise<DepthPage> {
  const order = INDEXES[query.index].sort;
  const filtered = { ...query, type: undefined, filters: [...query.filters, ...ofType(query.type)] };
  const sources = listSources(query.index !== 'ByDepth' && hasTypeLists() ? query : filtered, reads);
  const lists = sources.length;
  if (query.own !== undefined) sources.push(ownSource(filtered, query.own));
  const { rows, next, nextAfter } = await mergePage({
    sources,
    from: query.from,
    compare: (a, b) => inOrder(query, a[0], b[0]),
    positionOf: (row): Position => [row[order]!, row.pk, row.sk],
    limit: query.limit,
    batch: firstBatch(query, lists),
    budget: Math.max(EVALUATION_BUDGET, 3 * query.limit),
    rounds: ROUNDS,
    onePage: query.onePage,
  });
  // A profile that moves to another band while the bands are read can be in both.
  const distinct = [...new Map(rows.map((row) => [row.pk, row])).values()];
  const placeOf = (count: number) => rows.findIndex(({ pk }) => pk === distinct[count - 1]!.pk);
  return { rows: distinct, next, nextAfter: (count) => nextAfter(placeOf(count) + 1) };
}

/**
 * Returns how many rows the first query of each list reads. A query of up to 4 KB costs 0.5 RCU: about 16 rows. Few
 * lists read the whole page, so that one round is enough.
 */
function firstBatch({ index, limit, filters }: DepthQuery, lists: number): number {
  if (index === 'ByDepth' && filters.length === 0) return limit + 1;
  const least = lists > 32 ? 4 : lists > 4 ? 8 : 24;
  const share = Math.max(least, Math.ceil((1.2 * limit) / lists) + 1);
  return filters.length > 0 ? 2 * share : Math.min(limit + 1, share);
}

/** The index of one type of files in the order of another index. */
const TYPE_INDEXES = { ByText: 'ByTypeText', ByNumber: 'ByTypeNumber' } as const;

/** Returns whether the table has the indexes of types. While a stage adds them, lists filter. */
function hasTypeLists(): boolean {
  return optionalSetting('OMITTED_INDEXES') === undefined;
}

function ofType(type: FileTypeClass | undefined): Filter[] {
  if (type === undefined) return [];
  return [{ expression: 'begins_with(contentType, :type)', names: {}, values: { ':type': type } }];
}

function listSources(query: DepthQuery, reads: Reads): Source<IndexRow, Position>[] {
  const { kind, depth } = query;
  const shards = Array.from({ length: depthIndexShards() }, (_, shard) => shard);
  if (query.index === 'ByDepth') {
    const bounded = { ceiling: depthCeiling(depth), filters: query.filters };
    return shards.map((shard) => listSource(query, { list: depthListPartition(kind, shard), ...bounded }, reads));
  }
  // DynamoDB doesn't allow a filter on a key attribute, so the upper bound goes into the key condition.
  const own = { ceiling: query.highest, filters: [...query.filters, atOrBelow(depth)] };
  const below = { ceiling: undefined, filters: query.filters };
  return listVisibleBands(depth)
    .reverse()
    .flatMap((band) =>
      shards.map((shard) => {
        const list = listPartition(kind, band, shard);
        return listSource(
          query,
          { list: query.type ? typeListPartition(list, query.type) : list, ...(band === bandOf(depth) ? own : below) },
          reads,
        );
      }),
    );
}

/** The part of an index partition that a source reads. */
interface ListPart {
  readonly list: string;
  /** Omits rows whose sort key is greater. */
  readonly ceiling: Order | undefined;
  readonly filters: readonly Filter[];
}

function listSource(query: DepthQuery, { list, ceiling, filters }: ListPart, reads: Reads): Source<IndexRow, Position> {
  const index = query.type && query.index !== 'ByDepth' ? TYPE_INDEXES[query.index] : query.index;
  const { partition, sort: order } = INDEXES[index];
  const read: Source<IndexRow, Position>['read'] = async (start, count) => {
    const range = rangeFrom(query, start, ceiling);
    const after = start !== 'start' && 'after' in start ? start.after : undefined;
    const input = {
      TableName: tableName(),
      IndexName: index,
      KeyConditionExpression: range ? `#list = :list AND #order ${range.operator} :bound` : '#list = :list',
      FilterExpression: filters.length > 0 ? filters.map(({ expression }) => expression).join(' AND ') : undefined,
      ExpressionAttributeNames: Object.assign(
        { '#list': partition },
        range && { '#order': order },
        ...filters.map(({ names }) => names),
      ),
      ExpressionAttributeValues: Object.assign(
        { ':list': list },
        range && { ':bound': range.bound },
        ...filters.map(({ values }) => values),
      ),
      ScanIndexForward: query.ascending ?? false,
      Limit: count,
      ExclusiveStartKey: after && { [partition]: list, [order]: after[0], pk: after[1], sk: after[2] },
    };
    const { response, sharedSince }: SharedResponse = query.share
      ? await queryShared(input)
      : { response: await table.send(new QueryCommand(input)) };
    if (sharedSince !== undefined) reads.addShared(sharedSince);
    const lastKey = response.LastEvaluatedKey;
    return {
      rows: (response.Items ?? []) as IndexRow[],
      next: lastKey ? { after: [lastKey[order], lastKey.pk, lastKey.sk] } : 'end',
      evaluated: response.ScannedCount ?? count,
    };
  };

  return { read, filtered: filters.length > 0 };
}

/** The first sort keys that a query reads, as a key condition; undefined for all. */
function rangeFrom(
  { ascending = false, ...query }: DepthQuery,
  start: Start<Position>,
  ceiling: Order | undefined,
): { readonly operator: string; readonly bound: Order } | undefined {
  const inclusive = ascending ? '>=' : '<=';
  if (start !== 'start' && !('after' in start)) {
    const [bound] = 'from' in start ? start.from : start.beyond;
    // The row of the position may be the viewer's own item above the ceiling.
    if (ceiling === undefined || inOrder({ ...query, ascending }, bound, ceiling) >= 0) {
      return { operator: 'from' in start ? inclusive : inclusive.slice(0, 1), bound };
    }
  }
  return ceiling === undefined ? undefined : { operator: inclusive, bound: ceiling };
}

/**
 * Lists the viewer's own items above their depth, at most EVALUATION_BUDGET of the newest.
 *
 * Only members whose depth has dropped can have such items. There are few, so they are read at once and sorted here.
 */
function ownSource(query: DepthQuery, owner: string): Source<IndexRow, Position> {
  const order = INDEXES[query.index].sort;
  const filters = [...query.filters, above(query.depth)];
  let rowsAbove: Promise<IndexRow[]> | undefined;
  const read: Source<IndexRow, Position>['read'] = async (start) => {
    rowsAbove ??= readOwn(owner, filters).then((rows) =>
      rows.toSorted((a, b) => inOrder(query, a[order]!, b[order]!) || (a.pk < b.pk ? -1 : 1)),
    );
    const rows = (await rowsAbove).filter((row) => {
      if (start === 'start') return true;
      if ('from' in start) return inOrder(query, row[order]!, start.from[0]) >= 0;
      if ('beyond' in start) return inOrder(query, row[order]!, start.beyond[0]) > 0;
      return (inOrder(query, row[order]!, start.after[0]) || (row.pk > start.after[1] ? 1 : -1)) > 0;
    });
    return { rows, next: 'end', evaluated: 0 };
  };
  return { read, filtered: false };
}

async function readOwn(owner: string, filters: readonly Filter[]): Promise<IndexRow[]> {
  const response = await table.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: 'ByOwner',
      KeyConditionExpression: '#owner = :owner',
      FilterExpression: filters.map(({ expression }) => expression).join(' AND '),
      ExpressionAttributeNames: Object.assign({ '#owner': 'owner' }, ...filters.map(({ names }) => names)),
      ExpressionAttributeValues: Object.assign({ ':owner': owner }, ...filters.map(({ values }) => values)),
      ScanIndexForward: false,
      Limit: EVALUATION_BUDGET,
    }),
  );
  return (response.Items ?? []) as IndexRow[];
}

/** Returns when an owner published their newest item, in milliseconds since 1970; 0 without items. */
async function readNewestTime(owner: string): Promise<number> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: 'ByOwner',
      KeyConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': owner },
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  return Date.parse(String(Items[0]?.textOrder)) || 0;
}

function inOrder({ ascending }: DepthQuery, a: Order, b: Order): number {
  if (a === b) return 0;
  return a < b === (ascending ?? false) ? -1 : 1;
}

function atOrBelow(depth: Micrometres): Filter {
  return { expression: 'depthOrder < :ceiling', names: {}, values: { ':ceiling': depthCeiling(depth) } };
}

function above(depth: Micrometres): Filter {
  return { expression: 'depthOrder > :ceiling', names: {}, values: { ':ceiling': depthCeiling(depth) } };
}

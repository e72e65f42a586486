import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { bandOf, listVisibleBands } from '../../shared/depth/bands.ts';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import type { Order, Position } from './cursor.ts';
import type { ListKind } from './item-types.ts';
import { depthCeiling, depthListPartition, listPartition } from './keys.ts';
import { mergePage, type Progress, type Source } from './merge.ts';
import { INDEXES, type IndexName } from './schema.ts';

/**
 * Maximum rows read per page, about 30 RCU. Bounds the cost of selective filters. Large pages may read three times
 * their size, because bands are read ahead of the merge.
 */
const EVALUATION_BUDGET = 1000;

/** A filter condition. It may use only attributes that the indexes project. */
export interface Filter {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

export interface DepthQuery {
  readonly kind: ListKind;
  /** Determines the order: by depth, text or number. */
  readonly index: Exclude<IndexName, 'ByOwner'>;
  /** Descending by default. */
  readonly ascending?: boolean;
  /** The viewer's depth. Items above it are invisible. */
  readonly depth: Micrometres;
  /** Upper bound of the sort key among visible items. Lets the query skip invisible rows in the viewer's own band. */
  readonly highest?: number | undefined;
  readonly limit: number;
  readonly filters: readonly Filter[];
  /** Where the previous page ended; empty progress for the first page. */
  readonly from: DepthPosition;
  /** The `owner` partition whose items are listed at any depth. */
  readonly own?: string | undefined;
  /** Set when the caller never requests a second page; `next` may then point to an empty page. */
  readonly onePage?: boolean;
}

/** How far a list has been read. */
export interface DepthPosition {
  readonly progress: readonly Progress<Position>[];
  readonly last?: Order | undefined;
}

export interface DepthPage {
  readonly rows: readonly IndexRow[];
  /** Where the next page begins; null after the last. */
  readonly next: DepthPosition | null;
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
  const order = INDEXES[query.index].sort;
  const sources = listSources(query);
  const lists = sources.length;
  if (query.own !== undefined) sources.push(ownSource(query, query.own));
  const { rows, progress, ended } = await mergePage({
    sources,
    progress: query.from.progress,
    compare: (a, b) => inOrder(query, a[order]!, b[order]!),
    positionOf: (row): Position => [row[order]!, row.pk, row.sk],
    limit: query.limit,
    batch: Math.max(8, Math.ceil((1.2 * query.limit) / lists) + 1),
    budget: Math.max(EVALUATION_BUDGET, 3 * query.limit),
    onePage: query.onePage,
  });
  return { rows, next: ended ? null : { progress, last: rows.at(-1)?.[order] ?? query.from.last } };
}

function listSources(query: DepthQuery): Source<IndexRow, Position>[] {
  const { kind, depth } = query;
  const shards = Array.from({ length: depthIndexShards() }, (_, shard) => shard);
  if (query.index === 'ByDepth') {
    const bounded = { ceiling: depthCeiling(depth), filters: query.filters };
    return shards.map((shard) => listSource(query, { list: depthListPartition(kind, shard), ...bounded }));
  }
  // DynamoDB doesn't allow a filter on a key attribute, so the upper bound goes into the key condition.
  const own = { ceiling: query.highest, filters: [...query.filters, atOrBelow(depth)] };
  const below = { ceiling: undefined, filters: query.filters };
  return listVisibleBands(depth)
    .reverse()
    .flatMap((band) =>
      shards.map((shard) => {
        const list = listPartition(kind, band, shard);
        return listSource(query, { list, ...(band === bandOf(depth) ? own : below) });
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

function listSource(query: DepthQuery, { list, ceiling, filters }: ListPart): Source<IndexRow, Position> {
  const { partition, sort: order } = INDEXES[query.index];
  const { last } = query.from;
  return async (from, count) => {
    const after = from === 'start' ? undefined : from.after;
    // Rows between this position and the last returned row were published after page one. Skip them, so that they don't
    // appear out of order.
    const jump = last !== undefined && (after === undefined || inOrder(query, after[0], last) < 0);
    // The last row may be the viewer's own item above the ceiling.
    const bound = jump && (ceiling === undefined || inOrder(query, ceiling, last) < 0) ? last : ceiling;
    const response = await table.send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: query.index,
        KeyConditionExpression:
          bound === undefined ? '#list = :list' : `#list = :list AND #order ${query.ascending ? '>=' : '<='} :bound`,
        FilterExpression: filters.length > 0 ? filters.map(({ expression }) => expression).join(' AND ') : undefined,
        ExpressionAttributeNames: Object.assign(
          { '#list': partition },
          bound !== undefined && { '#order': order },
          ...filters.map(({ names }) => names),
        ),
        ExpressionAttributeValues: Object.assign(
          { ':list': list },
          bound !== undefined && { ':bound': bound },
          ...filters.map(({ values }) => values),
        ),
        ScanIndexForward: query.ascending ?? false,
        Limit: count,
        ExclusiveStartKey:
          jump || !after ? undefined : { [partition]: list, [order]: after[0], pk: after[1], sk: after[2] },
      }),
    );
    const lastKey = response.LastEvaluatedKey;
    return {
      rows: (response.Items ?? []) as IndexRow[],
      next: lastKey ? { after: [lastKey[order], lastKey.pk, lastKey.sk] } : 'end',
      evaluated: response.ScannedCount ?? count,
    };
  };
}

/**
 * Lists the viewer's own items above their depth, at most EVALUATION_BUDGET of the newest.
 *
 * Only members whose depth has dropped can have such items. There are few, so they are read at once and sorted here.
 */
function ownSource(query: DepthQuery, owner: string): Source<IndexRow, Position> {
  const order = INDEXES[query.index].sort;
  const filters = [...query.filters, above(query.depth)];
  const { last } = query.from;
  let rowsAbove: Promise<IndexRow[]> | undefined;
  return async (from, count) => {
    rowsAbove ??= readOwn(owner, filters).then((rows) =>
      rows.toSorted((a, b) => inOrder(query, a[order]!, b[order]!) || (a.pk < b.pk ? -1 : 1)),
    );
    const rows = (await rowsAbove).filter((row) => {
      if (from !== 'start')
        return (inOrder(query, row[order]!, from.after[0]) || (row.pk > from.after[1] ? 1 : -1)) > 0;
      return last === undefined || inOrder(query, row[order]!, last) >= 0;
    });
    const batch = rows.slice(0, count);
    const lastRow = batch.at(-1);
    return {
      rows: batch,
      next: lastRow && rows.length > count ? { after: [lastRow[order]!, lastRow.pk, lastRow.sk] } : 'end',
      evaluated: batch.length,
    };
  };
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

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { bandOf, bandsVisibleFrom } from '../../shared/depth/bands.ts';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import type { Order, Position } from './cursor.ts';
import type { ListKind } from './item-types.ts';
import { depthCeiling, depthListPartition, listPartition } from './keys.ts';
import { mergePage, type Progress, type Source } from './merge.ts';
import { INDEXES, type IndexName } from './schema.ts';

/**
 * Rows that one page may evaluate, which bounds its cost whatever it filters: about 30 read units. A page of many rows
 * may evaluate three times as many as it holds: the bands are read ahead of the merge.
 */
const EVALUATION_BUDGET = 1000;

/** What a list leaves out. Every condition names attributes that the indexes project. */
export interface Filter {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

export interface DepthQuery {
  readonly kind: ListKind;
  /** What the list is ordered by: depth, text or number. */
  readonly index: Exclude<IndexName, 'ByOwner'>;
  /** Greatest first, unless this says so. */
  readonly ascending?: boolean;
  /** Where the viewer is. What lies higher is not seen. */
  readonly depth: Micrometres;
  /** Nothing at that depth or below is ordered above this: what is, in the viewer's own band, need not be read. */
  readonly highest?: number | undefined;
  readonly limit: number;
  readonly filters: readonly Filter[];
  /** Where the page before ended; nothing is consumed before the first. */
  readonly from: DepthPosition;
  /** The `owner` whose own items are listed wherever they lie. */
  readonly own?: string | undefined;
  /** Whether nobody asks for a further page: then `next` may promise one that is empty. */
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

/** An item as an index holds it. */
export type IndexRow = Readonly<Record<string, string | number>> & { readonly pk: string; readonly sk: string };

/**
 * One page of everything of a kind that lies at or below a depth, in the index's order (design §3 "Depth index"): one
 * source per visible band and shard, merged. Only the viewer's own band needs a filter by depth. What is published
 * while somebody pages through a list never comes up further down.
 *
 * Ordered by depth itself there are no bands: what lies too high is not read at all.
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
  // What the index is ordered by can bound the query, and nothing else can; it cannot be filtered by.
  const own = { ceiling: query.highest, filters: [...query.filters, atOrBelow(depth)] };
  const below = { ceiling: undefined, filters: query.filters };
  return bandsVisibleFrom(depth)
    .reverse()
    .flatMap((band) =>
      shards.map((shard) => {
        const list = listPartition(kind, band, shard);
        return listSource(query, { list, ...(band === bandOf(depth) ? own : below) });
      }),
    );
}

/** What is read of one partition of an index. */
interface ListPart {
  readonly list: string;
  /** Nothing in it that is ordered above this is listed. */
  readonly ceiling: Order | undefined;
  readonly filters: readonly Filter[];
}

function listSource(query: DepthQuery, { list, ceiling, filters }: ListPart): Source<IndexRow, Position> {
  const { partition, sort: order } = INDEXES[query.index];
  const { last } = query.from;
  return async (from, count) => {
    const after = from === 'start' ? undefined : from.after;
    // What lies between here and the last row seen was published meanwhile: the source goes on from that row's place.
    const jump = last !== undefined && (after === undefined || inOrder(query, after[0], last) < 0);
    // Where that row is one's own, it may lie above the ceiling.
    const bound = jump && (ceiling === undefined || inOrder(query, ceiling, last) < 0) ? last : ceiling;
    const answer = await table.send(
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
    const reached = answer.LastEvaluatedKey;
    return {
      rows: (answer.Items ?? []) as IndexRow[],
      next: reached ? { after: [reached[order], reached.pk, reached.sk] } : 'end',
      evaluated: answer.ScannedCount ?? count,
    };
  };
}

/**
 * What a member published above where they are now: at most as many of their newest items as a page may evaluate.
 * There are some only after they have sunk, so they are read whole and ordered here.
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
    const reached = batch.at(-1);
    return {
      rows: batch,
      next: reached && rows.length > count ? { after: [reached[order]!, reached.pk, reached.sk] } : 'end',
      evaluated: batch.length,
    };
  };
}

async function readOwn(owner: string, filters: readonly Filter[]): Promise<IndexRow[]> {
  const answer = await table.send(
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
  return (answer.Items ?? []) as IndexRow[];
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

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { bandOf, bandsVisibleFrom } from '../../shared/depth/bands.ts';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import type { Position } from './cursor.ts';
import { depthCeiling, type ListKind, listPartition } from './keys.ts';
import { mergePage, type Page, type Progress, type Source } from './merge.ts';
import { INDEXES } from './schema.ts';

/** Rows that one page may evaluate, which bounds its cost whatever it filters. */
const EVALUATION_BUDGET = 3000;

/** What a list leaves out. Every condition names attributes that the indexes project. */
export interface Filter {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

export interface DepthQuery {
  readonly kind: ListKind;
  readonly index: 'ByText' | 'ByNumber';
  /** Where the viewer is. What lies higher is not seen. */
  readonly depth: Micrometres;
  readonly limit: number;
  readonly filters: readonly Filter[];
  /** How far the pages before went; empty for the first page. */
  readonly progress: readonly Progress<Position>[];
}

/** An item as an index holds it. */
export type IndexRow = Readonly<Record<string, string | number>> & { readonly pk: string; readonly sk: string };

/**
 * One page of everything of a kind that lies at or below a depth, greatest first by the index's order (design §3
 * "Depth index"): one source per visible band and shard, merged. Only the viewer's own band needs a filter by depth.
 */
export function readDepthIndex(query: DepthQuery): Promise<Page<IndexRow, Position>> {
  const order = INDEXES[query.index].sort;
  const shards = depthIndexShards();
  const sources = bandsVisibleFrom(query.depth).flatMap((band) =>
    Array.from({ length: shards }, (_, shard) => bandSource(query, band, shard)),
  );
  return mergePage({
    sources,
    progress: query.progress,
    compare: (a, b) => (a[order]! > b[order]! ? -1 : a[order]! < b[order]! ? 1 : 0),
    positionOf: (row): Position => [row[order]!, row.pk, row.sk],
    limit: query.limit,
    batch: Math.max(8, Math.ceil((2 * query.limit) / sources.length)),
    budget: EVALUATION_BUDGET,
  });
}

function bandSource(query: DepthQuery, band: number, shard: number): Source<IndexRow, Position> {
  const order = INDEXES[query.index].sort;
  const list = listPartition(query.kind, band, shard);
  const filters = band === bandOf(query.depth) ? [...query.filters, atOrBelow(query.depth)] : query.filters;
  return async (from, count) => {
    const answer = await table.send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: query.index,
        KeyConditionExpression: '#list = :list',
        FilterExpression: filters.length > 0 ? filters.map(({ expression }) => expression).join(' AND ') : undefined,
        ExpressionAttributeNames: Object.assign({ '#list': 'list' }, ...filters.map(({ names }) => names)),
        ExpressionAttributeValues: Object.assign({ ':list': list }, ...filters.map(({ values }) => values)),
        ScanIndexForward: false,
        Limit: count,
        ExclusiveStartKey:
          from === 'start' ? undefined : { list, [order]: from.after[0], pk: from.after[1], sk: from.after[2] },
      }),
    );
    const last = answer.LastEvaluatedKey;
    return {
      rows: (answer.Items ?? []) as IndexRow[],
      next: last ? { after: [last[order], last.pk, last.sk] } : 'end',
      evaluated: answer.ScannedCount ?? count,
    };
  };
}

function atOrBelow(depth: Micrometres): Filter {
  return {
    expression: 'depthOrder < :ceiling',
    names: {},
    values: { ':ceiling': depthCeiling(depth) },
  };
}

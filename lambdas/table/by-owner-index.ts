import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { table, tableName } from './client.ts';
import type { Position } from './cursor.ts';
import type { DepthPage, DepthPosition, IndexRow } from './depth-index.ts';
import type { OwnerKind } from './item-types.ts';
import { depthCeiling, ownerPartition } from './keys.ts';
import { mergePage, type Source } from './merge.ts';

/** Maximum rows read per page. Items above the viewer count, although they are skipped. */
const EVALUATION_BUDGET = 1000;

/** A query for items of one kind that belong to one member. */
interface ByOwnerQuery {
  readonly kind: OwnerKind;
  readonly userId: string;
  /** Omits items above this depth; undefined omits nothing. */
  readonly depth: Micrometres | undefined;
  readonly limit: number;
  readonly from: DepthPosition;
}

/** Reads one page of the items that one member owns, newest first. */
export async function readByOwner(query: ByOwnerQuery): Promise<DepthPage> {
  const { rows, progress, ended } = await mergePage({
    sources: [byOwnerSource(query)],
    progress: query.from.progress,
    compare: () => 0,
    positionOf: (row): Position => [row.textOrder!, row.pk, row.sk],
    limit: query.limit,
    batch: query.limit + 1,
    budget: EVALUATION_BUDGET,
  });
  return { rows, next: ended ? null : { progress } };
}

function byOwnerSource({ kind, userId, depth }: ByOwnerQuery): Source<IndexRow, Position> {
  const owner = ownerPartition(kind, userId);
  return async (from, count) => {
    const after = from === 'start' ? undefined : from.after;
    const response = await table.send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: 'ByOwner',
        KeyConditionExpression: '#owner = :owner',
        FilterExpression: depth === undefined ? undefined : 'depthOrder < :ceiling',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: {
          ':owner': owner,
          ...(depth !== undefined && { ':ceiling': depthCeiling(depth) }),
        },
        ScanIndexForward: false,
        Limit: count,
        ExclusiveStartKey: after && { owner, textOrder: after[0], pk: after[1], sk: after[2] },
      }),
    );
    const lastKey = response.LastEvaluatedKey;
    return {
      rows: (response.Items ?? []) as IndexRow[],
      next: lastKey ? { after: [lastKey.textOrder, lastKey.pk, lastKey.sk] } : 'end',
      evaluated: response.ScannedCount ?? count,
    };
  };
}

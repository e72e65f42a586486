import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Micrometres } from '../../shared/rules/depth.ts';
import { table, tableName } from './client.ts';
import type { Position } from './cursor.ts';
import { type DepthPage, type DepthPosition, type IndexRow, sealRow } from './depth-query.ts';
import type { OwnerKind } from './item-types.ts';
import { depthCeiling, ownerPartition } from './keys.ts';
import { mergePage } from './merge.ts';
import type { Source } from './merge-source.ts';

/** Maximum rows read per page. Rows of items above the viewer count too, although the page omits them. */
const EVALUATION_BUDGET = 1000;

/**
 * Rows read per page if items above the viewer are omitted, about 8 RCU. The newest items of an owner whose depth has
 * dropped may all be above the viewer.
 */
const FILTERED_BATCH = 250;

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
  const page = await mergePage({
    sources: [buildSource(query)],
    from: query.from,
    // There is only one source, so nothing is compared.
    compare: () => 0,
    positionOf: (row): Position => [row.textOrder!, row.pk, row.sk],
    limit: query.limit,
    firstBatchSize: query.depth === undefined ? query.limit + 1 : Math.max(FILTERED_BATCH, query.limit + 1),
    budget: EVALUATION_BUDGET,
    // Without a filter, the second round completes a page whose first batch DynamoDB cut at 1 MB. A filtered page reads
    // only its first batch, which bounds the cost.
    maxRounds: query.depth === undefined ? 2 : 1,
  });

  return { ...page, rows: page.rows.map(sealRow) };
}

/** Builds the only source of a page: one member's items in the index `ByOwner`. */
function buildSource({ kind, userId, depth }: ByOwnerQuery): Source<IndexRow, Position> {
  const owner = ownerPartition(kind, userId);

  const read: Source<IndexRow, Position>['read'] = async (start, count) => {
    const after = start !== 'start' && 'after' in start ? start.after : undefined;
    const response = await table.send(new QueryCommand(buildQuery({ owner, depth, after, count })));
    const lastKey = response.LastEvaluatedKey;

    return {
      rows: (response.Items ?? []) as IndexRow[],
      next: lastKey ? { after: [lastKey.textOrder, lastKey.pk, lastKey.sk] } : 'end',
      evaluatedCount: response.ScannedCount ?? count,
    };
  };

  return { read, isFiltered: depth !== undefined };
}

/** Selects up to `count` rows of an owner after a position, without items above a depth. */
interface OwnerRead extends Pick<ByOwnerQuery, 'depth'> {
  readonly owner: string;
  readonly after: Position | undefined;
  readonly count: number;
}

function buildQuery({ owner, depth, after, count }: OwnerRead) {
  const [textOrder, pk, sk] = after ?? [];

  return {
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
    ExclusiveStartKey: after && { owner, textOrder, pk, sk },
  };
}

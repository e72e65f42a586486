import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-query.ts';
import type { ItemKey } from './item-types.ts';

/** Selects one page of the items of a partition whose sort keys share a prefix. */
interface PartitionQuery {
  readonly pk: string;
  readonly prefix: string;
  readonly limit: number;
  readonly newestFirst?: boolean;
  /** Strongly consistent read; costs twice as much. */
  readonly consistent?: boolean;
  readonly from?: DepthPosition | undefined;
}

/** One page of a partition. */
interface PartitionPage<T> {
  readonly rows: T[];
  /** Where the next page begins; null after the last page. */
  readonly next: DepthPosition | null;
  readonly readUnits: number;
}

/** Reads one page of a partition, in the order of its sort keys. */
export async function readPartition<T extends ItemKey>(query: PartitionQuery): Promise<PartitionPage<T>> {
  // A position is [order, pk, sk]. In a partition, the sort key is the order.
  const [, pk, sk] = query.from?.after ?? [];
  const {
    Items = [],
    LastEvaluatedKey,
    ConsumedCapacity,
  } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': query.pk, ':prefix': query.prefix },
      ScanIndexForward: !query.newestFirst,
      ConsistentRead: query.consistent,
      // One extra row shows whether another page follows.
      Limit: query.limit + 1,
      ExclusiveStartKey: pk === undefined ? undefined : { pk, sk },
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );

  const rows = Items.slice(0, query.limit) as T[];
  // DynamoDB ends a page after 1 MB, even if it has fewer rows than the limit.
  const hasMore = Items.length > query.limit || LastEvaluatedKey !== undefined;
  const lastRow = hasMore ? rows.at(-1) : undefined;
  const readUnits = ConsumedCapacity?.CapacityUnits ?? 0;

  return { rows, readUnits, next: lastRow ? { after: [lastRow.sk, lastRow.pk, lastRow.sk] } : null };
}

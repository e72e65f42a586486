import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import type { ItemKey } from './item-types.ts';

/**
 * Reads one counter of an item, strongly consistent.
 *
 * @returns undefined if the item doesn't exist or is being purged
 */
export async function readCounter(
  { pk, sk }: ItemKey,
  counter: 'likeCount' | 'commentCount' | 'followersCount' | 'followingCount',
): Promise<number | undefined> {
  const { Item } = await table.send(
    new GetCommand({
      TableName: tableName(),
      Key: { pk, sk },
      ConsistentRead: true,
      ProjectionExpression: `${counter}, deletedAt`,
    }),
  );
  if (!Item || 'deletedAt' in Item) return undefined;

  return Number(Item[counter] ?? 0);
}

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { depthIndexShards, table, tableName } from './client.ts';
import { partitionIdOf } from './item-types.ts';
import { depthListPartition, profileKey } from './keys.ts';
import { INDEXES } from './schema.ts';

const { partition, sort } = INDEXES.ByDepth;

/** The position in the list of all members: a shard, and the last member that was read from it. */
export interface MemberListPosition {
  readonly shard: number;
  readonly after?: { readonly userId: string; readonly depthOrder: string };
}

/** A member, and the position after them. */
interface ListedMember {
  readonly userId: string;
  readonly position: MemberListPosition;
}

interface MemberListPage {
  readonly members: readonly ListedMember[];
  /** Where the next page begins; null after the last page. */
  readonly next: MemberListPosition | null;
  readonly readUnits: number;
}

/** The position of the first page. */
export const FIRST_MEMBER: MemberListPosition = { shard: 0 };

/**
 * Reads one page of all members, shard by shard and from the bottom up. Omits deleted accounts.
 *
 * Members who rise between two pages are still listed, perhaps twice. Members whose depth drops can be missed.
 *
 * @param limit - maximum number of members
 */
export async function readMemberList(from: MemberListPosition, limit: number): Promise<MemberListPage> {
  const { shard, after } = from;
  const list = depthListPartition('USER', shard);
  const {
    Items = [],
    LastEvaluatedKey,
    ConsumedCapacity,
  } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: 'ByDepth',
      KeyConditionExpression: '#list = :list',
      ProjectionExpression: '#pk, #sort',
      ExpressionAttributeNames: { '#list': partition, '#sort': sort, '#pk': 'pk' },
      ExpressionAttributeValues: { ':list': list },
      Limit: limit,
      ExclusiveStartKey: after && { ...profileKey(after.userId), [partition]: list, [sort]: after.depthOrder },
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );

  const members = Items.map((row): ListedMember => {
    const userId = partitionIdOf({ pk: row.pk });
    return { userId, position: { shard, after: { userId, depthOrder: row[sort] } } };
  });
  const nextShard = shard + 1 < depthIndexShards() ? { shard: shard + 1 } : null;
  // The query has no filter, so a page that ends before its shard does isn't empty.
  const next = LastEvaluatedKey ? members.at(-1)!.position : nextShard;

  return { members, next, readUnits: ConsumedCapacity?.CapacityUnits ?? 0 };
}

import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { PurgeRequest } from '../platform/purge-request.ts';
import { table, tableName } from './client.ts';
import { mainTypeOf, PENDING_REMOVAL, partitionIdOf } from './item-types.ts';
import { profileKey } from './keys.ts';

/** How long the mark of a deleted account is kept, in days: no token, presigned URL or retry lives as long. */
const MARK_DAYS = 30;

/** Where a list of pending removals goes on. */
type RemovalPosition = Record<string, unknown>;

/**
 * Hides a member everywhere, at once: in place of their profile stays a mark without a name, which also notes that
 * everything of theirs is to be removed. Repeated, it changes nothing.
 */
export async function hideAccount(userId: string, now = new Date()): Promise<void> {
  try {
    await table.send(
      new PutCommand({
        TableName: tableName(),
        Item: {
          ...profileKey(userId),
          userId,
          deletedAt: now.toISOString(),
          expiresAt: Math.floor(now.getTime() / 1000) + MARK_DAYS * 86_400,
          owner: PENDING_REMOVAL,
          textOrder: now.toISOString(),
        },
        ConditionExpression: 'attribute_not_exists(deletedAt)',
      }),
    );
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
  }
}

/** Notes that nothing of a deleted account is left to be removed. */
export async function finishAccountRemoval(userId: string): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: profileKey(userId),
      UpdateExpression: 'REMOVE #owner, textOrder',
      ConditionExpression: 'attribute_exists(deletedAt)',
      ExpressionAttributeNames: { '#owner': 'owner' },
    }),
  );
}

/** Some of what is still to be removed, the oldest first. */
export async function pendingRemovals(
  limit: number,
  from?: RemovalPosition,
): Promise<{ removals: PurgeRequest[]; next: RemovalPosition | undefined }> {
  const { Items = [], LastEvaluatedKey } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: 'ByOwner',
      KeyConditionExpression: '#owner = :pending',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':pending': PENDING_REMOVAL },
      Limit: limit,
      ExclusiveStartKey: from,
    }),
  );
  const removals = Items.map(({ pk }): PurgeRequest => {
    const id = partitionIdOf({ pk });
    return mainTypeOf({ pk }) === 'profile' ? { kind: 'account', userId: id } : { kind: 'post', postId: id };
  });
  return { removals, next: LastEvaluatedKey };
}

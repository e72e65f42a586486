import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import type { PurgeRequest } from '../platform/purge-request.ts';
import { table, tableName } from './client.ts';
import { mainTypeOf, PENDING_PURGE, partitionIdOf } from './item-types.ts';
import { profileKey } from './keys.ts';

/** How long the tombstone of a purged account is kept, in days: longer than any token, presigned URL or retry. */
export const TOMBSTONE_DAYS = 30;

/** Where the next page of pending purges begins. */
type PendingPurgePosition = Record<string, unknown>;

/**
 * Hides a member and all their content immediately: replaces the profile with a tombstone, which also queues the
 * account for the purge job. Idempotent. The tombstone doesn't expire before the purge is complete. Otherwise, the
 * content would appear again.
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
          owner: PENDING_PURGE,
          textOrder: now.toISOString(),
        },
        ConditionExpression: 'attribute_not_exists(deletedAt)',
      }),
    );
  } catch (error) {
    // The member is already hidden.
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
  }
}

/** Removes an account from the queue of the purge job. Its tombstone expires {@link TOMBSTONE_DAYS} days later. */
export async function finishAccountPurge(userId: string, now = Date.now()): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: profileKey(userId),
      UpdateExpression: 'SET expiresAt = :expiresAt REMOVE #owner, textOrder',
      ConditionExpression: 'attribute_exists(deletedAt)',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':expiresAt': Math.floor(now / 1000) + TOMBSTONE_DAYS * DAY_SECONDS },
    }),
  );
}

/** Reads accounts and posts that are still to be purged, oldest first. */
export async function readPendingPurges(
  limit: number,
  from?: PendingPurgePosition,
): Promise<{ purges: PurgeRequest[]; next: PendingPurgePosition | undefined }> {
  const { Items = [], LastEvaluatedKey } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: 'ByOwner',
      KeyConditionExpression: '#owner = :pending',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':pending': PENDING_PURGE },
      Limit: limit,
      ExclusiveStartKey: from,
    }),
  );

  const purges = Items.map(({ pk }): PurgeRequest => {
    const id = partitionIdOf({ pk });
    return mainTypeOf({ pk }) === 'profile' ? { kind: 'account', userId: id } : { kind: 'post', postId: id };
  });

  return { purges, next: LastEvaluatedKey };
}

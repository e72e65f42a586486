import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { profileKey } from './keys.ts';

/** The `owner` of what is hidden and still to be removed, with all that belongs to it; ordered by when it was hidden. */
export const PENDING_REMOVAL = 'REMOVAL';

/** How long the mark of a deleted account is kept, in days: no token, presigned URL or retry lives as long. */
const MARK_DAYS = 30;

/** Something hidden that is to be removed: an account, or a post. */
export type Removal =
  | { readonly kind: 'account'; readonly userId: string }
  | { readonly kind: 'post'; readonly postId: string };

/** Where a list of pending removals goes on. */
export type RemovalPosition = Record<string, unknown>;

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
): Promise<{ removals: Removal[]; next: RemovalPosition | undefined }> {
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
  const removals = Items.map(({ pk }): Removal => {
    const [kind, id] = String(pk).split('#', 2) as [string, string];
    return kind === 'USER' ? { kind: 'account', userId: id } : { kind: 'post', postId: id };
  });
  return { removals, next: LastEvaluatedKey };
}

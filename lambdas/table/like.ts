import { batchGet } from './batch-get.ts';
import { tableName } from './client.ts';
import { type ListKind, likeKey } from './keys.ts';
import { type TransactItem, transact } from './transaction.ts';

/**
 * Makes a like, or takes it back, with the count that goes with it, in one transaction.
 *
 * @param count - changes the liked item's count; its condition says whether the member may
 * @returns 'changed', 'unchanged' when it was so already, or 'refused' when the condition of `count` does not hold
 */
export async function setLike(
  { userId, kind, id, liked }: { userId: string; kind: ListKind; id: string; liked: boolean },
  count: TransactItem,
): Promise<'changed' | 'unchanged' | 'refused'> {
  const Key = likeKey(userId, kind, id);
  const edge: TransactItem = liked
    ? {
        Put: {
          TableName: tableName(),
          Item: { ...Key, id, likedAt: new Date().toISOString() },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      }
    : { Delete: { TableName: tableName(), Key, ConditionExpression: 'attribute_exists(pk)' } };
  const cancelled = await transact(() => [edge, count]);
  if (!cancelled) return 'changed';
  return cancelled.failed[1] ? 'refused' : 'unchanged';
}

/** Which of these items a member likes. */
export async function likedAmong(userId: string, kind: ListKind, ids: readonly string[]): Promise<Set<string>> {
  const likes = await batchGet<{ id: string }>(ids.map((id) => likeKey(userId, kind, id)));
  return new Set(likes.map(({ id }) => id));
}

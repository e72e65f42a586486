import { batchGet } from './batch-get.ts';
import { tableName } from './client.ts';
import { type ItemKey, sortIdOf } from './item-types.ts';
import { likeKey } from './keys.ts';
import { type TransactItem, transact } from './transaction.ts';
import { VISIBLE, type Viewer } from './visible.ts';

/**
 * Makes a member's like of an item at or below their depth, or takes it back, with the item's count, in one
 * transaction.
 *
 * @param item - the key of a file or a post
 * @returns 'changed', 'unchanged' when it was so already, or 'refused' when the item is not there for the member
 */
export async function setLike(
  viewer: Viewer,
  item: ItemKey,
  liked: boolean,
): Promise<'changed' | 'unchanged' | 'refused'> {
  const Key = likeKey(viewer.userId, item);
  const edge: TransactItem = liked
    ? {
        Put: {
          TableName: tableName(),
          Item: { ...Key, likedAt: new Date().toISOString() },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      }
    : { Delete: { TableName: tableName(), Key, ConditionExpression: 'attribute_exists(pk)' } };
  const count: TransactItem = {
    Update: {
      TableName: tableName(),
      Key: keyOnly(item),
      UpdateExpression: 'ADD likeCount :by',
      ConditionExpression: VISIBLE.expression,
      ExpressionAttributeNames: VISIBLE.names,
      ExpressionAttributeValues: { ':by': liked ? 1 : -1, ...VISIBLE.values(viewer) },
    },
  };
  const cancelled = await transact(() => [edge, count]);
  if (!cancelled) return 'changed';
  return cancelled.failed[1] ? 'refused' : 'unchanged';
}

/** Takes a like back for good, whether what was liked is still there or not: its member leaves. */
export async function purgeLike(userId: string, item: ItemKey): Promise<void> {
  const edge: TransactItem = {
    Delete: {
      TableName: tableName(),
      Key: likeKey(userId, item),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
  const count: TransactItem = {
    Update: {
      TableName: tableName(),
      Key: keyOnly(item),
      UpdateExpression: 'ADD likeCount :less',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':less': -1 },
    },
  };
  const cancelled = await transact(() => [edge, count]);
  if (cancelled?.failed[1] && !cancelled.failed[0]) await transact(() => [edge]);
}

/** The partition keys of those of these items that a member likes. */
export async function likedAmong(userId: string, items: readonly Pick<ItemKey, 'pk'>[]): Promise<Set<string>> {
  const likes = await batchGet<ItemKey>(items.map((item) => likeKey(userId, item)));
  return new Set(likes.map((like) => sortIdOf('like', like)));
}

function keyOnly({ pk, sk }: ItemKey): ItemKey {
  return { pk, sk };
}

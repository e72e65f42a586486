import { batchGet } from './batch-get.ts';
import { tableName } from './client.ts';
import { type ItemKey, sortIdOf } from './item-types.ts';
import { likeKey } from './keys.ts';
import { type TransactItem, transact } from './transaction.ts';
import { VISIBLE_CONDITION, type Viewer } from './visible.ts';

/**
 * Adds or removes a member's like of a visible item and updates the item's count, in one transaction.
 *
 * @param item - the key of a file or a post
 * @returns 'changed', 'unchanged' if the like already was in that state, or 'refused' if the item doesn't exist or
 *   isn't visible
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
      ConditionExpression: VISIBLE_CONDITION.expression,
      ExpressionAttributeNames: VISIBLE_CONDITION.names,
      ExpressionAttributeValues: { ':by': liked ? 1 : -1, ...VISIBLE_CONDITION.values(viewer) },
    },
  };
  const cancelled = await transact(() => [edge, count]);
  if (!cancelled) return 'changed';
  return cancelled.failed[1] ? 'refused' : 'unchanged';
}

/** Deletes a like because its member is purged, even if the liked item no longer exists or is being purged. */
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
      // A tombstone must not get a counter.
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
      ExpressionAttributeValues: { ':less': -1 },
    },
  };
  const cancelled = await transact(() => [edge, count]);
  if (cancelled?.failed[1] && !cancelled.failed[0]) await transact(() => [edge]);
}

/** Returns the partition keys of the items that a member likes, among these. */
export async function findLiked(userId: string, items: readonly Pick<ItemKey, 'pk'>[]): Promise<Set<string>> {
  const likes = await batchGet<ItemKey>(items.map((item) => likeKey(userId, item)));
  return new Set(likes.map((like) => sortIdOf('like', like)));
}

function keyOnly({ pk, sk }: ItemKey): ItemKey {
  return { pk, sk };
}

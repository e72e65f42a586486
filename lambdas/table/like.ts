import { batchGet } from './batch-get.ts';
import { tableName } from './client.ts';
import { type ItemKey, sortIdOf } from './item-types.ts';
import { digestOfMember, likeKey } from './keys.ts';
import { type TransactItem, transact } from './transaction.ts';
import { buildVisibleCondition, type Viewer } from './visible.ts';

/** Maximum number of likers that an item lists. See ADR 52. */
export const MAX_LIKERS = 10;

/** The likes of a file or a post, as its item stores them. */
export interface Likes {
  readonly likeCount: number;
  /** Digests of the first members who like it. Missing if no member likes it. */
  readonly likers?: ReadonlySet<string>;
}

interface SetLikeOptions {
  readonly liked: boolean;
  readonly limitWrites?: readonly TransactItem[];
  readonly onRetry?: () => void;
}

/**
 * Adds or removes a member's like of a visible item and updates the item's count, in one transaction.
 *
 * @param item - a file or a post: its key, and its likers as they were read
 * @param options.liked - true adds the like, false removes it
 * @param options.limitWrites - writes of the same transaction that count the like against the member's limits
 * @param options.onRetry - called if other writes of the item conflict: a count that was read before may be outdated
 * @returns 'changed', 'unchanged' if the like already was in that state, 'refused' if the item doesn't exist or isn't
 *   visible, or 'limited' if only `limitWrites` failed
 */
export async function setLike(
  viewer: Viewer,
  item: ItemKey & Pick<Likes, 'likers'>,
  { liked, limitWrites = [], onRetry }: SetLikeOptions,
): Promise<'changed' | 'unchanged' | 'refused' | 'limited'> {
  const Key = likeKey(viewer.userId, item);
  const likeWrite: TransactItem = liked
    ? {
        Put: {
          TableName: tableName(),
          Item: { ...Key, likedAt: new Date().toISOString() },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      }
    : { Delete: { TableName: tableName(), Key, ConditionExpression: 'attribute_exists(pk)' } };

  let addsLiker = liked && (item.likers?.size ?? 0) < MAX_LIKERS;
  const buildItemUpdate = () =>
    liked ? buildCountIncrease(viewer, item, { addsLiker }) : buildCountDecrease(viewer, item);

  const cancellation = await transact(
    () => [likeWrite, buildItemUpdate(), ...limitWrites],
    // The condition may have failed only because other members have liked the item since it was read.
    ({ failed: [, isItemRefused] }) => addsLiker && isItemRefused === true,
    () => {
      // The item may have no room for another liker. Without the liker, readers read the like itself. See ADR 52.
      addsLiker = false;
      onRetry?.();
    },
  );
  if (!cancellation) return 'changed';

  const [isLikeUnchanged, isItemRefused] = cancellation.failed;
  if (isItemRefused) return 'refused';
  return isLikeUnchanged ? 'unchanged' : 'limited';
}

/** Builds the update of a liked item: increments the count, and adds the liker if the item has room for another. */
function buildCountIncrease(
  viewer: Viewer,
  item: ItemKey,
  { addsLiker }: { readonly addsLiker: boolean },
): TransactItem {
  const TableName = tableName();
  const Key = pickKey(item);
  if (!addsLiker) {
    const condition = buildVisibleCondition(viewer, { values: { ':by': 1 } });
    return { Update: { TableName, Key, UpdateExpression: 'ADD likeCount :by', ...condition } };
  }

  const condition = buildVisibleCondition(viewer, {
    and: '(attribute_not_exists(likers) OR size(likers) < :most)',
    values: { ':by': 1, ':liker': toLikerSet(viewer.userId), ':most': MAX_LIKERS },
  });
  return { Update: { TableName, Key, UpdateExpression: 'ADD likeCount :by, likers :liker', ...condition } };
}

/** Builds the update of an item that the viewer no longer likes: decrements the count, and removes the liker. */
function buildCountDecrease(viewer: Viewer, item: ItemKey): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: pickKey(item),
      UpdateExpression: 'ADD likeCount :by DELETE likers :liker',
      ...buildVisibleCondition(viewer, { values: { ':by': -1, ':liker': toLikerSet(viewer.userId) } }),
    },
  };
}

/** Deletes a like because its member is purged, even if the liked item no longer exists or is being purged. */
export async function purgeLike(userId: string, item: ItemKey): Promise<void> {
  const likeDelete: TransactItem = {
    Delete: {
      TableName: tableName(),
      Key: likeKey(userId, item),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };

  const itemUpdate: TransactItem = {
    Update: {
      TableName: tableName(),
      Key: pickKey(item),
      UpdateExpression: 'ADD likeCount :minusOne DELETE likers :liker',
      // A tombstone must not get a counter.
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
      ExpressionAttributeValues: { ':minusOne': -1, ':liker': toLikerSet(userId) },
    },
  };

  const cancellation = await transact(() => [likeDelete, itemUpdate]);
  if (!cancellation) return;

  const [isLikeMissing, isItemMissing] = cancellation.failed;
  if (isItemMissing && !isLikeMissing) await transact(() => [likeDelete]);
}

/**
 * Returns the partition keys of those items that a member likes. Reads likes only of items that have more likes than
 * likers.
 */
export async function findLiked(userId: string, items: readonly (Pick<ItemKey, 'pk'> & Likes)[]): Promise<Set<string>> {
  const liker = digestOfMember(userId);
  const likedItems = items.filter(({ likers }) => likers?.has(liker));
  const undecidedItems = items.filter(
    ({ likers, likeCount }) => !likers?.has(liker) && likeCount > (likers?.size ?? 0),
  );

  const likes = await batchGet<ItemKey>(undecidedItems.map((item) => likeKey(userId, item)));

  return new Set([...likedItems.map(({ pk }) => pk), ...likes.map((like) => sortIdOf('like', like))]);
}

/** Returns the set with which an update adds a member to an item's likers, or deletes the member from them. */
function toLikerSet(userId: string): Set<string> {
  return new Set([digestOfMember(userId)]);
}

function pickKey({ pk, sk }: ItemKey): ItemKey {
  return { pk, sk };
}

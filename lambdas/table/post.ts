import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Micrometres } from '../../shared/rules/depth.ts';
import { UPLOAD_URL_SECONDS } from '../../shared/rules/limits.ts';
import { batchGet } from './batch-get.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { PENDING_PURGE } from './item-types.ts';
import { depthAndTime, listAttributes, ownerPartition, postKey } from './keys.ts';
import type { Likes } from './like.ts';
import { type Sealed, seal, sealAll } from './sealed.ts';
import { buildStoredBytesDecrease } from './stored-bytes.ts';
import { type TransactItem, transact } from './transaction.ts';

/** The picture of a post. */
interface PostPicture {
  /** The storage key. It contains the post's ID as its ULID, so each can be derived from the other. */
  readonly key: string;
  readonly contentType: string;
  /** Alternative text; may be empty. */
  readonly alt: string;
  /**
   * Bytes of the stored picture when the post was published. The author's stored bytes contain them until the post is
   * deleted. Missing in posts of earlier versions, which don't count.
   */
  readonly size?: number;
}

/** A comment on a post as it is stored. */
export interface StoredComment {
  /** A ULID; orders the comments. */
  readonly commentId: string;
  readonly postId: string;
  readonly userId: string;
  readonly text: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A member's post as it is stored. */
export interface StoredPost extends Likes {
  /** A ULID. */
  readonly postId: string;
  readonly userId: string;
  readonly content: string;
  readonly image?: PostPicture | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The author's depth at publication. See docs/product.md#visibility. */
  readonly depth: Micrometres;
  readonly commentCount: number;
  /** Number of comments that were added or deleted. Detects a change between a read and a write; the count can't. */
  readonly commentChanges?: number;
  /** A copy, so that a feed shows it without a query for each post. */
  readonly newestComment?: StoredComment | undefined;
  /** When its author deleted it, ISO 8601. The post is hidden, and its dependent items are being purged. */
  readonly deletedAt?: string | undefined;
}

/** Returns a post, even one that is being purged, or undefined. Strongly consistent. */
export async function getPost(postId: string): Promise<Sealed<StoredPost> | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: postKey(postId), ConsistentRead: true }),
  );
  return seal(Item as StoredPost | undefined);
}

/** Returns posts by ID; posts that don't exist or are being purged are omitted. */
export async function getPosts(
  postIds: readonly string[],
  options?: { readonly consistent: boolean },
): Promise<Map<string, Sealed<StoredPost>>> {
  const posts = await batchGet<StoredPost>(postIds.map(postKey), options);
  return sealAll(new Map(posts.filter(({ deletedAt }) => !deletedAt).map((post) => [post.postId, post])));
}

/** Returns posts by ID, also those that are being purged, and tombstones. IDs that never had a post are omitted. */
export async function getPostsOrTombstones(
  postIds: readonly string[],
): Promise<Map<string, Sealed<Pick<StoredPost, 'postId' | 'image' | 'deletedAt'>>>> {
  const posts = await batchGet<StoredPost>(postIds.map(postKey));
  return sealAll(new Map(posts.map((post) => [post.postId, post])));
}

/**
 * Stores a post, unless the ID exists.
 *
 * @param alongside - further writes of the same transaction
 * @param counts - the counts of the author's limits, in the same transaction
 * @returns 'created', 'exists' if the ID exists or a condition of `alongside` failed, or 'limited' if only a count
 *   failed; only 'created' has stored anything
 */
export async function storePost(
  post: StoredPost,
  alongside: readonly TransactItem[] = [],
  counts: readonly TransactItem[] = [],
): Promise<'created' | 'exists' | 'limited'> {
  const cancelled = await transact(() => [buildPostPut(post), ...alongside, ...counts]);
  if (!cancelled) return 'created';
  return cancelled.failed.slice(0, 1 + alongside.length).includes(true) ? 'exists' : 'limited';
}

function buildPostPut(post: StoredPost): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...postKey(post.postId),
        ...post,
        ...postIndexAttributes(post),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Returns the attributes of a visible post that the indexes use. */
export function postIndexAttributes(post: Omit<StoredPost, keyof Likes>, shards = depthIndexShards()) {
  return {
    ...listAttributes('POST', post.postId, post.depth, shards),
    depthOrder: depthAndTime(post.depth, post.createdAt),
    textOrder: post.createdAt,
    owner: ownerPartition('POST', post.userId),
  };
}

/** What hiding a post needs to know of it. */
type HideablePost = Pick<StoredPost, 'postId' | 'userId'> & {
  readonly image?: Pick<PostPicture, 'size'> | undefined;
};

/**
 * Hides a post everywhere at once, and queues it for the purge job. The author's stored bytes lose the size of its
 * picture, once even if the call is repeated.
 *
 * @param post - `userId` is the member who deletes it
 * @returns false if the post doesn't exist or belongs to someone else
 */
export async function hidePost({ postId, userId, image }: HideablePost): Promise<boolean> {
  const update = hide(postId, userId, PENDING_PURGE);

  if (image?.size) {
    const ConditionExpression = `${update.ConditionExpression} AND attribute_not_exists(deletedAt)`;
    const hideOnce = { Update: { ...update, ConditionExpression } };
    if (!(await transact(() => [hideOnce, buildStoredBytesDecrease(userId, image.size ?? 0)]))) return true;
    // The post is hidden already, the author has no profile any more, or their count is damaged: subtract nothing.
  }

  return updateIfOwn(update);
}

/**
 * Hides a post of an account that is being purged. That job finds the post by its author, whose profile, with the
 * stored bytes, is gone.
 *
 * @returns false if the post doesn't exist or belongs to someone else
 */
export function hidePostOfDeletedAccount(postId: string, userId: string): Promise<boolean> {
  return updateIfOwn(hide(postId, userId, ownerPartition('POST', userId)));
}

function hide(postId: string, userId: string, owner: string) {
  return {
    TableName: tableName(),
    Key: postKey(postId),
    UpdateExpression:
      'SET #owner = :owner, textOrder = :now, deletedAt = if_not_exists(deletedAt, :now) ' +
      'REMOVE #list, depthList, depthOrder, content, newestComment, likers',
    ConditionExpression: 'attribute_exists(pk) AND userId = :author',
    ExpressionAttributeNames: { '#owner': 'owner', '#list': 'list' },
    ExpressionAttributeValues: { ':owner': owner, ':now': new Date().toISOString(), ':author': userId },
  };
}

/** Applies an update with the condition that the item is the member's. Returns false if it isn't. */
async function updateIfOwn(update: ReturnType<typeof hide>): Promise<boolean> {
  try {
    await table.send(new UpdateCommand(update));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** How long the ID of a purged post stays reserved, in seconds: longer than its upload URL is valid. */
const ID_RESERVATION_SECONDS = 2 * UPLOAD_URL_SECONDS;

/**
 * Replaces a post's item with a tombstone that expires.
 *
 * The tombstone reserves the ID. Otherwise the author could upload the picture again and publish a new post under the
 * same ID, with the likes of the old one.
 */
export async function writePostTombstone(postId: string, now = Date.now()): Promise<void> {
  await table.send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        ...postKey(postId),
        postId,
        deletedAt: new Date(now).toISOString(),
        expiresAt: Math.floor(now / 1000) + ID_RESERVATION_SECONDS,
      },
    }),
  );
}

import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Micrometres } from '../../shared/rules/depth.ts';
import { UPLOAD_URL_SECONDS } from '../../shared/rules/limits.ts';
import { batchGet } from './batch-get.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { isWritten } from './conditional-write.ts';
import { PENDING_PURGE } from './item-types.ts';
import { depthAndTime, listAttributes, ownerPartition, postKey } from './keys.ts';
import type { Likes } from './like.ts';
import { type Sealed, seal, sealAll } from './sealed.ts';
import { buildSearchText } from './search-words.ts';
import { buildStoredBytesDecrease } from './stored-bytes.ts';
import { type TransactItem, transact } from './transaction.ts';

/** The picture of a post. */
interface PostPicture {
  /** The storage key. Its ULID is the post's ID. */
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
  /** The depth that the author chose, or their depth at publication. See docs/product.md#visibility. */
  readonly depth: Micrometres;
  readonly commentCount: number;
  /** Number of comments that were added or deleted. Detects a change between a read and a write; the count can't. */
  readonly commentChanges?: number;
  /** A copy of the newest comment, so that a feed needs no query for each post. */
  readonly newestComment?: StoredComment | undefined;
  /** When its author deleted the post, ISO 8601. The post is hidden, and the purge job deletes its dependent items. */
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

/** Returns posts and tombstones by ID, including posts that are being purged. IDs that never had a post are omitted. */
export async function getPostsOrTombstones(
  postIds: readonly string[],
  options?: { readonly consistent: boolean },
): Promise<Map<string, Sealed<Pick<StoredPost, 'postId' | 'image' | 'deletedAt'>>>> {
  const posts = await batchGet<StoredPost>(postIds.map(postKey), options);
  return sealAll(new Map(posts.map((post) => [post.postId, post])));
}

interface StorePostOptions {
  readonly furtherWrites?: readonly TransactItem[];
  readonly limitWrites?: readonly TransactItem[];
}

/**
 * Stores a post, unless the ID exists.
 *
 * @param options.furtherWrites - items that the same transaction also writes
 * @param options.limitWrites - writes of the same transaction that count the post against the author's limits
 * @returns 'created', 'exists' if the ID exists or a condition of `furtherWrites` failed, or 'limited' if only
 *   `limitWrites` failed; only 'created' has stored anything
 */
export async function storePost(
  post: StoredPost,
  { furtherWrites = [], limitWrites = [] }: StorePostOptions = {},
): Promise<'created' | 'exists' | 'limited'> {
  const cancellation = await transact(() => [buildPostPut(post), ...furtherWrites, ...limitWrites]);
  if (!cancellation) return 'created';

  const [idExists, ...othersFailed] = cancellation.failed;
  return idExists || othersFailed.slice(0, furtherWrites.length).includes(true) ? 'exists' : 'limited';
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
    searchText: buildSearchText(post.content),
  };
}

/** The fields of a post that {@link hidePost} requires. */
type HideablePost = Pick<StoredPost, 'postId' | 'userId'> & {
  readonly image?: Pick<PostPicture, 'size'> | undefined;
};

/**
 * Hides a post immediately, and queues it for the purge job. Subtracts the size of its picture from the author's stored
 * bytes, once even if the call is repeated.
 *
 * @param post - `userId` is the member who deletes the post
 * @returns false if the post doesn't exist or belongs to someone else
 */
export async function hidePost({ postId, userId, image }: HideablePost): Promise<boolean> {
  const update = buildHideUpdate(postId, userId, PENDING_PURGE);

  const pictureBytes = image?.size ?? 0;
  if (pictureBytes > 0) {
    const ConditionExpression = `${update.ConditionExpression} AND attribute_not_exists(deletedAt)`;
    const firstHideUpdate = { Update: { ...update, ConditionExpression } };
    const cancellation = await transact(() => [firstHideUpdate, buildStoredBytesDecrease(userId, pictureBytes)]);
    if (!cancellation) return true;
    // The post is already hidden, the author no longer has a profile, or the count is damaged: subtract nothing.
  }

  return updateIfOwn(update);
}

/**
 * Hides a post of an account that is being purged. The purge job finds the post by its author. The stored bytes are
 * already deleted with the profile.
 *
 * @returns false if the post doesn't exist or belongs to someone else
 */
export function hidePostOfDeletedAccount(postId: string, userId: string): Promise<boolean> {
  return updateIfOwn(buildHideUpdate(postId, userId, ownerPartition('POST', userId)));
}

function buildHideUpdate(postId: string, userId: string, owner: string) {
  return {
    TableName: tableName(),
    Key: postKey(postId),
    UpdateExpression:
      'SET #owner = :owner, textOrder = :now, deletedAt = if_not_exists(deletedAt, :now) ' +
      'REMOVE #list, depthList, depthOrder, searchText, content, newestComment, likers',
    ConditionExpression: 'attribute_exists(pk) AND userId = :author',
    ExpressionAttributeNames: { '#owner': 'owner', '#list': 'list' },
    ExpressionAttributeValues: { ':owner': owner, ':now': new Date().toISOString(), ':author': userId },
  };
}

/** Applies an update that requires that the post is the member's. Returns false if it isn't. */
const updateIfOwn = (update: ReturnType<typeof buildHideUpdate>) => isWritten(table.send(new UpdateCommand(update)));

/** How long the ID of a purged post stays reserved, in seconds: longer than its upload URL is valid. */
const ID_RESERVATION_SECONDS = 2 * UPLOAD_URL_SECONDS;

/**
 * Replaces a post's item with a tombstone that expires.
 *
 * The tombstone reserves the ID. Otherwise the author could upload the picture again and publish a new post under the
 * same ID, with the likes of the old post.
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

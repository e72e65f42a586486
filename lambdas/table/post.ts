import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { UPLOAD_URL_SECONDS } from '../../shared/depth/limits.ts';
import { batchGet } from './batch-get.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { PENDING_REMOVAL } from './item-types.ts';
import { depthAndTime, listsOf, ownerOf, postKey } from './keys.ts';
import { type TransactItem, transact } from './transaction.ts';

/** The picture of a post. */
interface PostImage {
  /** The storage key. Its ULID is the post's id, so that from either the other is found. */
  readonly key: string;
  readonly contentType: string;
  /** What it shows, in words; may be empty. */
  readonly alt: string;
}

/** A comment on a post as it is stored. */
export interface StoredComment {
  /** A ULID: comments are ordered by it. */
  readonly commentId: string;
  readonly postId: string;
  readonly userId: string;
  readonly text: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A member's post as it is stored. */
export interface StoredPost {
  /** A ULID. */
  readonly postId: string;
  readonly userId: string;
  readonly content: string;
  readonly image?: PostImage | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The author's depth when publishing (decision 16). */
  readonly depth: Micrometres;
  readonly likeCount: number;
  readonly commentCount: number;
  /** Kept here as well, so that a feed shows it without a query for each post. */
  readonly newestComment?: StoredComment | undefined;
  /** When its author deleted it, ISO 8601: it is hidden since, and what belongs to it is being removed. */
  readonly deletedAt?: string | undefined;
}

/** One post, read consistently, even one that is being removed; or undefined. */
export async function getPost(postId: string): Promise<StoredPost | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: postKey(postId), ConsistentRead: true }),
  );
  return Item as StoredPost | undefined;
}

/** Posts by id; what does not exist, or is being removed, is absent. */
export async function getPosts(postIds: readonly string[]): Promise<Map<string, StoredPost>> {
  const posts = await batchGet<StoredPost>(postIds.map(postKey));
  return new Map(posts.filter(({ deletedAt }) => !deletedAt).map((post) => [post.postId, post]));
}

/**
 * Stores a post, unless there is one of that id.
 *
 * @param alongside - further writes of the same transaction
 * @returns false when it is there already, or a condition of `alongside` does not hold: then nothing is stored
 */
export async function addPost(post: StoredPost, alongside: readonly TransactItem[] = []): Promise<boolean> {
  return !(await transact(() => [putPost(post), ...alongside]));
}

function putPost(post: StoredPost): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...postKey(post.postId),
        ...post,
        ...listsOf('POST', post.postId, post.depth, depthIndexShards()),
        depthOrder: depthAndTime(post.depth, post.createdAt),
        textOrder: post.createdAt,
        owner: ownerOf('POST', post.userId),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/**
 * Hides a post everywhere, at once, and notes that what belongs to it is to be removed.
 *
 * @param options.noted - whether to note it; not where its author's whole account is removed, which finds it among
 *   the author's posts
 * @returns false when it is not there, or belongs to somebody else
 */
export async function hidePost(postId: string, userId: string, { noted = true } = {}): Promise<boolean> {
  try {
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: postKey(postId),
        UpdateExpression:
          'SET #owner = :owner, textOrder = :now, deletedAt = if_not_exists(deletedAt, :now) ' +
          'REMOVE #list, depthList, depthOrder, content, newestComment',
        ConditionExpression: 'attribute_exists(pk) AND userId = :author',
        ExpressionAttributeNames: { '#owner': 'owner', '#list': 'list' },
        ExpressionAttributeValues: {
          ':owner': noted ? PENDING_REMOVAL : ownerOf('POST', userId),
          ':now': new Date().toISOString(),
          ':author': userId,
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** How long the id of a removed post stays taken, in seconds: longer than its picture can be uploaded again. */
const TAKEN_SECONDS = 2 * UPLOAD_URL_SECONDS;

/**
 * Removes a post's item: the last of it. Its id stays taken for a while, since the picture that it was made of could
 * otherwise be uploaded and published once more, under likes that were given to something else.
 */
export async function deletePost(postId: string, now = Date.now()): Promise<void> {
  await table.send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        ...postKey(postId),
        postId,
        deletedAt: new Date(now).toISOString(),
        expiresAt: Math.floor(now / 1000) + TAKEN_SECONDS,
      },
    }),
  );
}

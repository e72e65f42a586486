import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-index.ts';
import { commentKey, type ItemKey, ownerOf, postKey } from './keys.ts';
import { readPartition } from './partition.ts';
import { getPost } from './post.ts';
import { type TransactItem, transact } from './transaction.ts';
import { VISIBLE, type Viewer } from './visible.ts';

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

/** One comment, read consistently, or undefined. */
export async function getComment(postId: string, commentId: string): Promise<StoredComment | undefined> {
  const Key = commentKey(postId, commentId);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item as StoredComment | undefined;
}

/** One page of a post's comments, newest first. */
export async function readComments(
  postId: string,
  limit: number,
  from?: DepthPosition,
): Promise<{ rows: (StoredComment & ItemKey)[]; next: DepthPosition | null }> {
  const { pk } = postKey(postId);
  return readPartition({ pk, prefix: 'COMMENT#', limit, newestFirst: true, consistent: true, from });
}

/**
 * Stores a comment on a post that its author may see, and counts it, in one transaction.
 *
 * @param alongside - further writes of the same transaction
 * @returns 'made', or 'refused' when the post is not there for the author, or 'not made' when a condition of
 *   `alongside` did not hold
 */
export async function addComment(
  comment: StoredComment,
  author: Viewer,
  alongside: readonly TransactItem[],
): Promise<'made' | 'refused' | 'not made'> {
  const put: TransactItem = {
    Put: {
      TableName: tableName(),
      Item: {
        ...commentKey(comment.postId, comment.commentId),
        ...comment,
        owner: ownerOf('COMMENT', comment.userId),
        textOrder: comment.createdAt,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
  const count: TransactItem = {
    Update: {
      TableName: tableName(),
      Key: postKey(comment.postId),
      UpdateExpression: 'SET newestComment = :comment ADD commentCount :one',
      ConditionExpression: VISIBLE.expression,
      ExpressionAttributeNames: VISIBLE.names,
      ExpressionAttributeValues: { ':comment': comment, ':one': 1, ...VISIBLE.values(author) },
    },
  };
  const cancelled = await transact(() => [put, count, ...alongside]);
  if (!cancelled) return 'made';
  return cancelled.failed[1] ? 'refused' : 'not made';
}

/**
 * Removes a comment, and counts it out. When it was the newest, the one before becomes the newest.
 *
 * @returns false when it was gone already
 */
export async function removeComment({
  postId,
  commentId,
}: Pick<StoredComment, 'postId' | 'commentId'>): Promise<boolean> {
  const removal: TransactItem = {
    Delete: {
      TableName: tableName(),
      Key: commentKey(postId, commentId),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
  const cancelled = await transact(
    async () => {
      const post = await getPost(postId);
      if (!post || post.deletedAt) return [removal];
      return [removal, await countOut(postId, commentId, post.newestComment?.commentId === commentId)];
    },
    // The newest comment is another by now.
    ({ failed: [gone, newestChanged] }) => !gone && newestChanged === true,
  );
  return !cancelled;
}

async function countOut(postId: string, commentId: string, newest: boolean): Promise<TransactItem> {
  const rest = newest ? (await readComments(postId, 2)).rows.find((comment) => comment.commentId !== commentId) : null;
  return {
    Update: {
      TableName: tableName(),
      Key: postKey(postId),
      UpdateExpression: `ADD commentCount :less ${rest ? 'SET newestComment = :rest' : newest ? 'REMOVE newestComment' : ''}`,
      ConditionExpression: `attribute_exists(pk) AND ${
        newest
          ? 'newestComment.commentId = :id'
          : '(attribute_not_exists(newestComment) OR newestComment.commentId <> :id)'
      }`,
      ExpressionAttributeValues: {
        ':less': -1,
        ':id': commentId,
        ...(rest && { ':rest': withoutKeys(rest) }),
      },
    },
  };
}

function withoutKeys({ commentId, postId, userId, text, createdAt }: StoredComment): StoredComment {
  return { commentId, postId, userId, text, createdAt };
}

/** Removes a comment whose post is removed with it. */
export async function purgeComment({ postId, commentId }: StoredComment): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: commentKey(postId, commentId) }));
}

import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-index.ts';
import { type ItemKey, sortPrefix } from './item-types.ts';
import { commentKey, ownerOf, postKey } from './keys.ts';
import { readPartition } from './partition.ts';
import { getPost, type StoredComment, type StoredPost } from './post.ts';
import { type TransactItem, transact } from './transaction.ts';
import { isVisible, VISIBLE, type Viewer } from './visible.ts';

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
  return readPartition({ pk, prefix: sortPrefix('comment'), limit, newestFirst: true, consistent: true, from });
}

/**
 * Stores a comment on a post that its author may see, and counts it, in one transaction. The post keeps the newest by
 * id, in which order ever those that come at once are stored.
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
  let there = true;
  const cancelled = await transact(
    async () => {
      const post = await getPost(comment.postId);
      there = post !== undefined && !post.deletedAt && isVisible(post, author);
      const newest = post?.newestComment === undefined || post.newestComment.commentId < comment.commentId;
      return [put, countIn(comment, author, newest), ...alongside];
    },
    // The newest comment is another by now.
    ({ failed: [known, overtaken, ...others] }) => !known && overtaken === true && there && !others.includes(true),
  );
  if (!cancelled) return 'made';
  return there ? 'not made' : 'refused';
}

function countIn(comment: StoredComment, author: Viewer, newest: boolean): TransactItem {
  const order = newest
    ? '(attribute_not_exists(newestComment) OR newestComment.commentId < :id)'
    : 'newestComment.commentId > :id';
  return {
    Update: {
      TableName: tableName(),
      Key: postKey(comment.postId),
      UpdateExpression: `ADD commentCount :one ${newest ? 'SET newestComment = :comment' : ''}`,
      ConditionExpression: `${VISIBLE.expression} AND ${order}`,
      ExpressionAttributeNames: VISIBLE.names,
      ExpressionAttributeValues: {
        ':one': 1,
        ':id': comment.commentId,
        ...(newest && { ':comment': comment }),
        ...VISIBLE.values(author),
      },
    },
  };
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
      return [removal, await countOut(post, commentId)];
    },
    // The newest comment is another by now, or the one before it may be.
    ({ failed: [gone, changed] }) => !gone && changed === true,
  );
  return !cancelled;
}

async function countOut({ postId, newestComment, commentCount }: StoredPost, commentId: string): Promise<TransactItem> {
  const newest = newestComment?.commentId === commentId;
  const rest = newest ? (await readComments(postId, 2)).rows.find((comment) => comment.commentId !== commentId) : null;
  return {
    Update: {
      TableName: tableName(),
      Key: postKey(postId),
      UpdateExpression: `ADD commentCount :less ${rest ? 'SET newestComment = :rest' : newest ? 'REMOVE newestComment' : ''}`,
      // Where none has come or gone since the post was read, the one before is still there, and still the next.
      ConditionExpression: `attribute_exists(pk) AND ${
        newest
          ? 'newestComment.commentId = :id AND commentCount = :count'
          : '(attribute_not_exists(newestComment) OR newestComment.commentId <> :id)'
      }`,
      ExpressionAttributeValues: {
        ':less': -1,
        ':id': commentId,
        ...(newest && { ':count': commentCount }),
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

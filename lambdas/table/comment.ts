import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-index.ts';
import { type ItemKey, sortPrefix } from './item-types.ts';
import { commentKey, ownerPartition, postKey } from './keys.ts';
import { readPartition } from './partition.ts';
import { getPost, type StoredComment, type StoredPost } from './post.ts';
import { type TransactItem, transact } from './transaction.ts';
import { isVisible, VISIBLE_CONDITION, type Viewer } from './visible.ts';

/** Returns a comment, or undefined. Strongly consistent. */
export async function getComment(postId: string, commentId: string): Promise<StoredComment | undefined> {
  const Key = commentKey(postId, commentId);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item as StoredComment | undefined;
}

/** Reads one page of a post's comments, newest first. */
export async function readComments(
  postId: string,
  limit: number,
  from?: DepthPosition,
): Promise<{ rows: (StoredComment & ItemKey)[]; next: DepthPosition | null }> {
  const { pk } = postKey(postId);
  return readPartition({ pk, prefix: sortPrefix('comment'), limit, newestFirst: true, consistent: true, from });
}

/**
 * Stores a comment and increments the post's comment count, in one transaction. The post also keeps a copy of its
 * newest comment, which is the one with the greatest ID, even when several comments are stored at once.
 *
 * @param alongside - further writes of the same transaction
 * @returns 'created', 'refused' if the post doesn't exist or isn't visible to the comment's author, or
 *   'condition-failed' if a condition of `alongside` failed
 */
export async function addComment(
  comment: StoredComment,
  author: Viewer,
  alongside: readonly TransactItem[],
): Promise<'created' | 'refused' | 'condition-failed'> {
  const put: TransactItem = {
    Put: {
      TableName: tableName(),
      Item: {
        ...commentKey(comment.postId, comment.commentId),
        ...comment,
        owner: ownerPartition('COMMENT', comment.userId),
        textOrder: comment.createdAt,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
  let commentable = true;
  const cancelled = await transact(
    async () => {
      const post = await getPost(comment.postId);
      commentable = post !== undefined && !post.deletedAt && isVisible(post, author);
      const newest = post?.newestComment === undefined || post.newestComment.commentId < comment.commentId;
      return [put, incrementCount(comment, author, newest), ...alongside];
    },
    // Another comment became the newest after the post was read.
    ({ failed: [exists, outdated, ...others] }) =>
      !exists && outdated === true && commentable && !others.includes(true),
  );
  if (!cancelled) return 'created';
  return commentable ? 'condition-failed' : 'refused';
}

function incrementCount(comment: StoredComment, author: Viewer, newest: boolean): TransactItem {
  const order = newest
    ? '(attribute_not_exists(newestComment) OR newestComment.commentId < :id)'
    : 'newestComment.commentId > :id';
  return {
    Update: {
      TableName: tableName(),
      Key: postKey(comment.postId),
      UpdateExpression: `ADD commentCount :one ${newest ? 'SET newestComment = :comment' : ''}`,
      ConditionExpression: `${VISIBLE_CONDITION.expression} AND ${order}`,
      ExpressionAttributeNames: VISIBLE_CONDITION.names,
      ExpressionAttributeValues: {
        ':one': 1,
        ':id': comment.commentId,
        ...(newest && { ':comment': comment }),
        ...VISIBLE_CONDITION.values(author),
      },
    },
  };
}

/**
 * Deletes a comment and decrements the post's comment count. If it was the newest, the previous one becomes the newest.
 *
 * @returns false if the comment no longer exists
 */
export async function deleteCommentItem({
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
      return [removal, await decrementCount(post, commentId)];
    },
    // Comments were added or deleted after the post was read.
    ({ failed: [missing, outdated] }) => !missing && outdated === true,
  );
  return !cancelled;
}

async function decrementCount(
  { postId, newestComment, commentCount }: StoredPost,
  commentId: string,
): Promise<TransactItem> {
  const newest = newestComment?.commentId === commentId;
  const rest = newest ? (await readComments(postId, 2)).rows.find((comment) => comment.commentId !== commentId) : null;
  return {
    Update: {
      TableName: tableName(),
      Key: postKey(postId),
      UpdateExpression: `ADD commentCount :less ${rest ? 'SET newestComment = :rest' : newest ? 'REMOVE newestComment' : ''}`,
      // An unchanged count proves that the previous comment still exists and still comes next.
      ConditionExpression: `attribute_exists(pk) AND attribute_not_exists(deletedAt) AND ${
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

/** Deletes a comment whose post is purged as well, without updating the post's count. */
export async function purgeComment({ postId, commentId }: StoredComment): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: commentKey(postId, commentId) }));
}

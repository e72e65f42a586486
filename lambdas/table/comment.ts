import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-query.ts';
import { type ItemKey, sortPrefix } from './item-types.ts';
import { commentKey, ownerPartition, postKey } from './keys.ts';
import { readPartition } from './partition.ts';
import { getPost, type StoredComment, type StoredPost } from './post.ts';
import { Sealed, seal, unseal } from './sealed.ts';
import { type TransactItem, transact } from './transaction.ts';
import { buildVisibleCondition, decideVisibility, NEUTRAL_RELATION, type Viewer } from './visible.ts';

/** Write condition: the post exists, and isn't hidden. */
const POST_EXISTS = 'attribute_exists(pk) AND attribute_not_exists(deletedAt)';

/** Returns a comment, or undefined. Strongly consistent. */
export async function getComment(postId: string, commentId: string): Promise<Sealed<StoredComment> | undefined> {
  const Key = commentKey(postId, commentId);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return seal(Item as StoredComment | undefined);
}

/** Reads one page of a post's comments, newest first. */
export async function readComments(
  postId: string,
  limit: number,
  from?: DepthPosition,
): Promise<{ rows: Sealed<StoredComment>[]; next: DepthPosition | null }> {
  const { pk } = postKey(postId);
  const query = { pk, prefix: sortPrefix('comment'), limit, newestFirst: true, consistent: true, from };
  const { rows, next } = await readPartition<StoredComment & ItemKey>(query);
  return { rows: rows.map((comment) => new Sealed(comment)), next };
}

/** Reads one page of the IDs of a post's comments, newest first. */
export async function readCommentIds(
  postId: string,
  limit: number,
  from?: DepthPosition,
): Promise<{ commentIds: string[]; next: DepthPosition | null }> {
  const { rows, next } = await readComments(postId, limit, from);
  return { commentIds: rows.map((comment) => unseal(comment).commentId), next };
}

/** The options of {@link storeComment}. */
interface StoreCommentOptions {
  readonly furtherWrites?: readonly TransactItem[];
  readonly limitWrites?: readonly TransactItem[];
  readonly post?: StoredPost;
  readonly onRetry?: () => void;
}

/**
 * Stores a comment and increments the post's comment count, in one transaction. The post also keeps a copy of its
 * newest comment, which is the one with the greatest ID, even when several comments are stored concurrently.
 *
 * @param options.furtherWrites - items that the same transaction also writes
 * @param options.limitWrites - writes that count the comment against the author's limits; if only they fail, the result
 *   is 'limited'
 * @param options.post - the post, if the caller has just read it; the write's condition detects a change
 * @param options.onRetry - called if the post has changed, or other writes of it conflict
 * @returns 'created', 'refused' if the post doesn't exist or isn't visible to the comment's author, 'condition-failed'
 *   if a condition of `furtherWrites` failed, or 'limited'
 */
export async function storeComment(
  comment: StoredComment,
  author: Viewer,
  { furtherWrites = [], limitWrites = [], post: postOfCaller, onRetry }: StoreCommentOptions = {},
): Promise<'created' | 'refused' | 'condition-failed' | 'limited'> {
  let isCommentable = true;
  // Only the first attempt uses the caller's post. A further attempt means that the post may have changed.
  let postForFirstAttempt = postOfCaller;

  const cancellation = await transact(
    async () => {
      const post = postForFirstAttempt ?? unseal(await getPost(comment.postId));
      postForFirstAttempt = undefined;
      // The caller has checked the relation to the post's author.
      isCommentable = post !== undefined && decideVisibility(author, post, NEUTRAL_RELATION) === 'visible';
      const isNewest = post?.newestComment === undefined || post.newestComment.commentId < comment.commentId;
      const postUpdate = buildCountIncrease(comment, author, { isNewest });

      return [buildCommentPut(comment), postUpdate, ...furtherWrites, ...limitWrites];
    },
    // If only the post's update failed, another comment may have become the newest after the post was read.
    ({ failed: [putFailed, postUpdateFailed, ...othersFailed] }) =>
      !putFailed && postUpdateFailed === true && isCommentable && !othersFailed.includes(true),
    onRetry,
  );
  if (!cancellation) return 'created';
  if (!isCommentable) return 'refused';

  const [putFailed, , ...othersFailed] = cancellation.failed;
  const hasFailedCondition = putFailed || othersFailed.slice(0, furtherWrites.length).includes(true);
  return hasFailedCondition ? 'condition-failed' : 'limited';
}

function buildCommentPut(comment: StoredComment): TransactItem {
  return {
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
}

/**
 * Builds the update of a post for a new comment. `commentChanges` counts the comments that were added or deleted: a
 * deletion reads this count to detect a change between its read of the comments and its write.
 *
 * Fails unless the author can see the post, and the comment still is, or isn't, the newest.
 */
function buildCountIncrease(
  comment: StoredComment,
  author: Viewer,
  { isNewest }: { readonly isNewest: boolean },
): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: postKey(comment.postId),
      UpdateExpression: isNewest
        ? 'ADD commentCount :one, commentChanges :one SET newestComment = :comment'
        : 'ADD commentCount :one, commentChanges :one',
      ...buildVisibleCondition(author, {
        and: isNewest
          ? '(attribute_not_exists(newestComment) OR newestComment.commentId < :id)'
          : 'newestComment.commentId > :id',
        values: { ':one': 1, ':id': comment.commentId, ...(isNewest && { ':comment': comment }) },
      }),
    },
  };
}

/**
 * Deletes a comment and decrements the post's comment count. If the comment was the newest, the comment before it
 * becomes the newest.
 *
 * @param viewer - the member who gets the count; by default none
 * @returns the post's comment count, 0 if the post is hidden, missing, or above the viewer, or undefined if the comment
 *   no longer exists
 */
export async function deleteCommentItem(
  { postId, commentId }: Pick<StoredComment, 'postId' | 'commentId'>,
  viewer?: Viewer,
): Promise<number | undefined> {
  let commentCount = 0;
  const removal: TransactItem = {
    Delete: {
      TableName: tableName(),
      Key: commentKey(postId, commentId),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };

  const cancellation = await transact(
    async () => {
      const post = unseal(await getPost(postId));
      commentCount = 0;
      if (!post || post.deletedAt) return [removal];

      const isAbove = viewer !== undefined && decideVisibility(viewer, post, NEUTRAL_RELATION) === 'above';
      commentCount = isAbove ? 0 : post.commentCount - 1;
      if (post.newestComment?.commentId !== commentId) return [removal, buildCountDecrease(postId, commentId)];

      // The two newest comments are this one and the one before, which becomes the newest. Read them after the post, so
      // that the condition on the count of changes detects every later change. A comment read before the post could
      // already be deleted.
      const { rows } = await readComments(postId, 2);
      const previousComment = rows.map(unseal).find((comment) => comment.commentId !== commentId);
      return [removal, buildNewestRemoval(post, commentId, previousComment)];
    },
    // Comments were added or deleted after the post was read.
    ({ failed: [isMissing, isOutdated] }) => !isMissing && isOutdated === true,
  );

  return cancellation ? undefined : commentCount;
}

/** Builds the update of a post for a deleted comment that isn't the newest. */
function buildCountDecrease(postId: string, commentId: string): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: postKey(postId),
      UpdateExpression: 'ADD commentCount :minusOne, commentChanges :one',
      ConditionExpression: `${POST_EXISTS} AND (attribute_not_exists(newestComment) OR newestComment.commentId <> :id)`,
      ExpressionAttributeValues: { ':minusOne': -1, ':one': 1, ':id': commentId },
    },
  };
}

/** Builds the update of a post whose newest comment is deleted. The previous comment, if any, becomes the newest. */
function buildNewestRemoval(
  { postId, commentChanges }: StoredPost,
  commentId: string,
  previousComment: StoredComment | undefined,
): TransactItem {
  // If no comment was added or deleted since the read, the previous comment still is the next newest.
  const isUnchanged =
    commentChanges === undefined ? 'attribute_not_exists(commentChanges)' : 'commentChanges = :changes';

  return {
    Update: {
      TableName: tableName(),
      Key: postKey(postId),
      UpdateExpression: previousComment
        ? 'ADD commentCount :minusOne, commentChanges :one SET newestComment = :previous'
        : 'ADD commentCount :minusOne, commentChanges :one REMOVE newestComment',
      ConditionExpression: `${POST_EXISTS} AND newestComment.commentId = :id AND ${isUnchanged}`,
      ExpressionAttributeValues: {
        ':minusOne': -1,
        ':one': 1,
        ':id': commentId,
        ...(commentChanges !== undefined && { ':changes': commentChanges }),
        ...(previousComment && { ':previous': pickCommentFields(previousComment) }),
      },
    },
  };
}

/** Returns the fields of a comment. A stored row also has keys and index attributes. */
function pickCommentFields({ commentId, postId, userId, text, createdAt }: StoredComment): StoredComment {
  return { commentId, postId, userId, text, createdAt };
}

/** Deletes a comment whose post is purged as well, without updating the post's count. */
export async function purgeComment({ postId, commentId }: Pick<StoredComment, 'postId' | 'commentId'>): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: commentKey(postId, commentId) }));
}

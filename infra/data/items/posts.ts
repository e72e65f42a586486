/**
 * The item types of posts and their comments.
 *
 * A post has one of three states: live; hidden, after its deletion while its comments and picture are being purged; and
 * purged, which leaves a tombstone. Each check stores facts: rows of short values that the invariants, rules about
 * several items, compare later. See facts.ts.
 */

import { z } from 'zod';
import { PENDING_PURGE } from '../../../lambdas/table/item-types.ts';
import { commentKey, ownerPartition, postKey } from '../../../lambdas/table/keys.ts';
import { postIndexAttributes, type StoredComment, type StoredPost } from '../../../lambdas/table/post.ts';
import { isPictureType } from '../../../shared/rules/file-types.ts';
import { computeDigest } from './facts.ts';
import { createItemCheck, type ItemCheck, type WrongValue } from './item-checks.ts';
import { type ItemDefinition, MEMBER_ITEM_INVARIANTS } from './item-definition.ts';
import {
  countSchema,
  epochSecondsSchema,
  isoTimeSchema,
  memberIdSchema,
  primaryKeyShape,
  type ShapeOf,
  textSchema,
  ulidSchema,
} from './item-schemas.ts';
import { collectLikers, likersSchema } from './likes.ts';
import { buildPictureFacts, findWrongPictureKey } from './pictures.ts';

const commentShape = {
  commentId: ulidSchema,
  postId: ulidSchema,
  userId: memberIdSchema,
  text: textSchema,
  createdAt: isoTimeSchema,
} satisfies ShapeOf<StoredComment>;

const commonPostShape = {
  postId: ulidSchema,
  userId: memberIdSchema,
  image: z
    .object({ key: textSchema, contentType: textSchema, alt: textSchema, size: z.int().positive().optional() })
    .optional(),
  createdAt: isoTimeSchema,
  depth: z.int(),
};

const postShape = {
  ...commonPostShape,
  content: textSchema,
  likeCount: countSchema,
  commentCount: countSchema,
  commentChanges: countSchema.optional(),
  newestComment: z.object(commentShape).optional(),
} satisfies ShapeOf<Omit<StoredPost, 'deletedAt'>>;

/** Computes the digest of a comment, to compare it with the copy of the newest comment in its post. */
const digestComment = ({ commentId, postId, userId, text, createdAt }: StoredComment) =>
  computeDigest(commentId, postId, userId, text, createdAt);

const commonPostSchema = z.object(commonPostShape);

/** The attributes that live and hidden posts share. */
type CommonPost = z.output<typeof commonPostSchema>;

/** Yields the wrong values of a post's picture and depth. */
function* findWrongPostValues({ postId, userId, depth, image }: CommonPost): Generator<WrongValue> {
  if (depth < 0) yield { invariant: 'values', expected: 'a depth of at least 0', found: `depth ${depth}` };
  if (!image) return;

  if (!isPictureType(image.contentType)) {
    yield { invariant: 'values', expected: 'the content type of a picture', found: 'another content type' };
  }
  yield* findWrongPictureKey(image.key, { purpose: 'post', userId, ulid: postId });
}

const buildPostFacts = ({ postId, userId, depth, image }: CommonPost) => ({
  post: postId,
  user: userId,
  depth,
  ...buildPictureFacts(image?.key),
});

const checkLivePost = createItemCheck({
  schema: z.object({ ...primaryKeyShape, ...postShape, likers: likersSchema }),
  key: ({ postId }) => postKey(postId),
  indexes: (post, shards) => postIndexAttributes(post, shards),
  findWrongValues: findWrongPostValues,
  collect: (post, facts) => {
    collectLikers(post, facts);
    facts.add('post', {
      ...buildPostFacts(post),
      state: 'live',
      deletedAt: null,
      isQueued: 0,
      likes: post.likeCount,
      comments: post.commentCount,
      newestComment: post.newestComment ? `${post.newestComment.commentId} ${digestComment(post.newestComment)}` : null,
      storedBytes: post.image?.size ?? 0,
    });
  },
});

/** The facts about a hidden or purged post's likes, comments, and stored bytes, which no longer count. */
const NO_COUNTS = { likes: null, comments: null, newestComment: null, storedBytes: 0 };

/** Checks a hidden post, which no longer has counters. */
const checkHiddenPost = createItemCheck({
  schema: z.object({
    ...primaryKeyShape,
    ...commonPostShape,
    deletedAt: isoTimeSchema,
    owner: textSchema,
    textOrder: isoTimeSchema,
  }),
  key: ({ postId }) => postKey(postId),
  // The purge of a single post finds it in the queue of pending purges. The purge of its author finds it by owner.
  indexes: ({ owner, userId, textOrder }) => ({
    owner: owner === PENDING_PURGE ? owner : ownerPartition('POST', userId),
    textOrder,
  }),
  findWrongValues: findWrongPostValues,
  collect: (post, facts) =>
    facts.add('post', {
      ...buildPostFacts(post),
      state: 'hidden',
      deletedAt: Date.parse(post.deletedAt),
      isQueued: post.owner === PENDING_PURGE ? 1 : 0,
      ...NO_COUNTS,
    }),
});

/** Checks the tombstone of a purged post, which expires. Until then, the post's ID can't be used again. */
const checkPostTombstone = createItemCheck({
  schema: z.strictObject({
    ...primaryKeyShape,
    postId: ulidSchema,
    deletedAt: isoTimeSchema,
    expiresAt: epochSecondsSchema,
  }),
  key: ({ postId }) => postKey(postId),
  expires: true,
  collect: ({ postId }, facts) =>
    facts.add('post', {
      post: postId,
      user: null,
      state: 'purged',
      deletedAt: null,
      isQueued: 0,
      depth: null,
      ...buildPictureFacts(undefined),
      ...NO_COUNTS,
    }),
});

/** Checks a post in any state. Only deleted posts have `deletedAt`, and only tombstones have `expiresAt`. */
const checkPost: ItemCheck = (type, item, context) => {
  if (!('deletedAt' in item)) checkLivePost(type, item, context);
  else if ('expiresAt' in item) checkPostTombstone(type, item, context);
  else checkHiddenPost(type, item, context);
};

const checkComment = createItemCheck({
  schema: z.object({ ...primaryKeyShape, ...commentShape }),
  key: ({ postId, commentId }) => commentKey(postId, commentId),
  indexes: ({ userId, createdAt }) => ({ owner: ownerPartition('COMMENT', userId), textOrder: createdAt }),
  collect: (comment, facts) => {
    const { postId: post, userId: user } = comment;
    facts.add('comment', { post, comment: comment.commentId, user, digest: digestComment(comment) });
  },
});

export const postItems = {
  post: {
    description: 'A post',
    export: { in: 'by-owner' },
    check: checkPost,
    invariants: [
      'like-counts',
      'likers',
      'comment-counts',
      'newest-comment',
      'content-depth',
      'picture-object',
      'object-owner',
      'purge-overdue',
      ...MEMBER_ITEM_INVARIANTS,
    ],
  },

  comment: {
    description: 'A comment on a post',
    export: { in: 'by-owner' },
    check: checkComment,
    invariants: ['comment-counts', 'newest-comment', 'comment-post', ...MEMBER_ITEM_INVARIANTS],
  },
} as const satisfies Record<string, ItemDefinition>;

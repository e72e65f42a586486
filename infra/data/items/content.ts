import { z } from 'zod';
import { PREFIXES, parseStorageKey } from '../../../lambdas/storage/storage-key.ts';
import { fileIndexAttributes, type StoredFile, type StoredMedia } from '../../../lambdas/table/file.ts';
import { creditedBytesOf } from '../../../lambdas/table/file-credit.ts';
import { mainTypeOf, PENDING_PURGE, partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { commentKey, digestOfMember, fileKey, likeKey, ownerPartition, postKey } from '../../../lambdas/table/keys.ts';
import { postIndexAttributes, type StoredComment, type StoredPost } from '../../../lambdas/table/post.ts';
import { fileName as fileNameSchema } from '../../../shared/contract/file-name.ts';
import { isAllowedType, isPictureType } from '../../../shared/rules/file-types.ts';
import { PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../../shared/rules/limits.ts';
import { digestOf, type Facts } from './facts.ts';
import { createItemCheck, type ItemCheck, type WrongValue } from './item-checks.ts';
import {
  anyText,
  count,
  epochSeconds,
  IN_MEMBER_PARTITION,
  type ItemDefinition,
  isoTime,
  MEMBER_ITEM_INVARIANTS,
  memberId,
  primaryKey,
  type ShapeOf,
  ulid,
} from './item-definition.ts';
import { folderOf } from './masked-key.ts';
import { buildPictureFacts, findWrongPicture } from './pictures.ts';

/** The likers of an item. They are never empty, because DynamoDB has no empty sets. */
const likers = z.array(anyText).min(1).optional();

const mediaAttributes = {
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  duration: z.number().min(0).optional(),
  pages: count.optional(),
  title: anyText.optional(),
  performer: anyText.optional(),
  placeholder: z.base64().optional(),
  renditions: z.array(z.literal([THUMBNAIL_PIXELS, PREVIEW_PIXELS])).optional(),
} satisfies ShapeOf<StoredMedia>;

const fileAttributes = {
  key: anyText,
  userId: memberId,
  fileName: anyText,
  contentType: anyText,
  size: z.int().positive(),
  etag: anyText,
  checksum: anyText.optional(),
  originalChecksum: anyText.optional(),
  creditedBytes: count.optional(),
  scan: z.enum(['pending', 'clean']).optional(),
  inspection: z.enum(['pending', 'done']).optional(),
  media: z.strictObject(mediaAttributes).optional(),
  mediaAttempts: count.optional(),
  processingUntil: z.int().optional(),
  altText: anyText.optional(),
  uploadedAt: isoTime,
  description: anyText,
  depth: z.int(),
  likeCount: count,
  views: count,
  revision: count,
} satisfies ShapeOf<StoredFile>;

const fileSchema = z.object({ ...primaryKey, ...fileAttributes, likers });

const commentAttributes = {
  commentId: ulid,
  postId: ulid,
  userId: memberId,
  text: anyText,
  createdAt: isoTime,
} satisfies ShapeOf<StoredComment>;

const commonPostAttributes = {
  postId: ulid,
  userId: memberId,
  image: z.object({ key: anyText, contentType: anyText, alt: anyText, size: z.int().positive().optional() }).optional(),
  createdAt: isoTime,
  depth: z.int(),
};

const postAttributes = {
  ...commonPostAttributes,
  content: anyText,
  likeCount: count,
  commentCount: count,
  commentChanges: count.optional(),
  newestComment: z.object(commentAttributes).optional(),
} satisfies ShapeOf<Omit<StoredPost, 'deletedAt'>>;

/** Computes the digest of a comment, to compare it with the copy of the newest comment in its post. */
const digestComment = ({ commentId, postId, userId, text, createdAt }: StoredComment) =>
  digestOf(commentId, postId, userId, text, createdAt);

interface ItemWithLikers {
  readonly pk: string;
  readonly likers?: readonly string[] | undefined;
}

/** Stores the likers that an item contains. */
function collectLikers({ pk: item, likers = [] }: ItemWithLikers, facts: Facts): void {
  for (const digest of likers) facts.add('liker', { item, digest });
}

/** Yields the wrong values of a file. Members may rename a file, so its name can differ from its key. */
function* findWrongFileValues(file: z.output<typeof fileSchema>): Generator<WrongValue> {
  const { key, userId, contentType, fileName, depth } = file;
  const address = parseStorageKey(key);

  if (address?.purpose !== 'file' || address.userId !== userId) {
    const expected = `a key of ${PREFIXES.file}/${userId}`;
    yield { invariant: 'storage-key', expected, found: `a key of ${folderOf(key)}` };
  }

  if (!isAllowedType(contentType)) {
    yield { invariant: 'values', expected: 'a content type that can be uploaded', found: 'another content type' };
  }

  if (!fileNameSchema.safeParse(fileName).success) {
    yield { invariant: 'values', expected: 'a valid file name', found: 'another name' };
  }
  if (depth < 0) yield { invariant: 'values', expected: 'a depth of at least 0', found: `depth ${depth}` };
}

const checkFile = createItemCheck({
  schema: fileSchema,
  key: ({ key }) => fileKey(key),
  indexes: (file, shards) => fileIndexAttributes(file, shards),
  findWrongValues: findWrongFileValues,
  collect: (file, facts) => {
    collectLikers(file, facts);

    facts.add('file', {
      item: file.pk,
      user: file.userId,
      folder: folderOf(file.key),
      size: file.size,
      etag: file.etag,
      checksum: file.checksum ?? null,
      original: file.originalChecksum ?? null,
      credited: creditedBytesOf(file),
      revision: file.revision,
      depth: file.depth,
      likes: file.likeCount,
      renditions: file.media?.renditions?.length ?? null,
      closedSince: file.inspection === 'pending' ? Date.parse(file.uploadedAt) : null,
    });
  },
});

/** The attributes that visible and hidden posts share. */
interface CommonPost {
  readonly postId: string;
  readonly userId: string;
  readonly depth: number;
  readonly image?:
    | { readonly key: string; readonly contentType: string; readonly size?: number | undefined }
    | undefined;
}

/** Yields the wrong values of a post's picture and depth. */
function* findWrongPostValues({ postId, userId, depth, image }: CommonPost): Generator<WrongValue> {
  if (depth < 0) yield { invariant: 'values', expected: 'a depth of at least 0', found: `depth ${depth}` };
  if (!image) return;

  if (!isPictureType(image.contentType)) {
    yield { invariant: 'values', expected: 'the content type of a picture', found: 'another content type' };
  }
  yield* findWrongPicture(image.key, { purpose: 'post', userId, ulid: postId });
}

const buildPostFacts = ({ postId, userId, depth, image }: CommonPost) => ({
  post: postId,
  user: userId,
  depth,
  ...buildPictureFacts(image?.key),
});

const checkLivePost = createItemCheck({
  schema: z.object({ ...primaryKey, ...postAttributes, likers }),
  key: ({ postId }) => postKey(postId),
  indexes: (post, shards) => postIndexAttributes(post, shards),
  findWrongValues: findWrongPostValues,
  collect: (post, facts) => {
    collectLikers(post, facts);
    facts.add('post', {
      ...buildPostFacts(post),
      state: 'live',
      hiddenAt: null,
      queued: 0,
      likes: post.likeCount,
      comments: post.commentCount,
      newest: post.newestComment ? `${post.newestComment.commentId} ${digestComment(post.newestComment)}` : null,
      stored: post.image?.size ?? 0,
    });
  },
});

/** The facts about a deleted post's likes, comments, and stored bytes, which no longer count. */
const NO_COUNTS = { likes: null, comments: null, newest: null, stored: 0 };

/** Checks a deleted post whose comments and picture are being purged. The post no longer has counters. */
const checkHiddenPost = createItemCheck({
  schema: z.object({ ...primaryKey, ...commonPostAttributes, deletedAt: isoTime, owner: anyText, textOrder: isoTime }),
  key: ({ postId }) => postKey(postId),
  // The post's own purge finds it in the queue, and its author's purge finds it by owner.
  indexes: ({ owner, userId, textOrder }) => ({
    owner: owner === PENDING_PURGE ? owner : ownerPartition('POST', userId),
    textOrder,
  }),
  findWrongValues: findWrongPostValues,
  collect: (post, facts) =>
    facts.add('post', {
      ...buildPostFacts(post),
      state: 'hidden',
      hiddenAt: Date.parse(post.deletedAt),
      queued: post.owner === PENDING_PURGE ? 1 : 0,
      ...NO_COUNTS,
    }),
});

/** Checks a purged post, which reserves its ID for some minutes. */
const checkPostTombstone = createItemCheck({
  schema: z.strictObject({ ...primaryKey, postId: ulid, deletedAt: isoTime, expiresAt: epochSeconds }),
  key: ({ postId }) => postKey(postId),
  expires: true,
  collect: ({ postId }, facts) =>
    facts.add('post', {
      post: postId,
      user: null,
      state: 'purged',
      hiddenAt: null,
      queued: 0,
      depth: null,
      ...buildPictureFacts(undefined),
      ...NO_COUNTS,
    }),
});

const checkPost: ItemCheck = (type, item, context) => {
  const checkDeletedPost = 'expiresAt' in item ? checkPostTombstone : checkHiddenPost;
  const check = 'deletedAt' in item ? checkDeletedPost : checkLivePost;
  check(type, item, context);
};

const checkComment = createItemCheck({
  schema: z.object({ ...primaryKey, ...commentAttributes }),
  key: ({ postId, commentId }) => commentKey(postId, commentId),
  indexes: ({ userId, createdAt }) => ({ owner: ownerPartition('COMMENT', userId), textOrder: createdAt }),
  collect: (comment, facts) => {
    const { postId: post, userId: user } = comment;
    facts.add('comment', { post, comment: comment.commentId, user, digest: digestComment(comment) });
  },
});

const checkLike = createItemCheck({
  schema: z.object({ ...primaryKey, likedAt: isoTime }),
  key: (like) => likeKey(partitionIdOf(like), { pk: sortIdOf('like', like) }),
  findWrongKey: (like) => {
    const likedType = mainTypeOf({ pk: sortIdOf('like', like) });
    return likedType === 'file' || likedType === 'post' ? undefined : 'the key of a file or post';
  },
  collect: (like, facts) => {
    const user = partitionIdOf(like);
    facts.add('liked', { user, item: sortIdOf('like', like), digest: digestOfMember(user) });
  },
});

export const contentItems = {
  file: {
    description: 'A shared file',
    export: { in: 'by-owner' },
    check: checkFile,
    invariants: [
      ...(['file-ledger', 'held-copies', 'stored-bytes', 'one-credit', 'like-counts', 'likers'] as const),
      ...(['content-depth', 'file-object', 'file-inspection', 'object-owner', 'object-key'] as const),
      ...(['rendition-object', 'rendition-owner', ...MEMBER_ITEM_INVARIANTS] as const),
    ],
  },

  post: {
    description: 'A post',
    export: { in: 'by-owner' },
    check: checkPost,
    invariants: [
      ...(['like-counts', 'likers', 'comment-counts', 'newest-comment', 'content-depth', 'picture-object'] as const),
      ...(['object-owner', 'purge-overdue', ...MEMBER_ITEM_INVARIANTS] as const),
    ],
  },

  comment: {
    description: 'A comment on a post',
    export: { in: 'by-owner' },
    check: checkComment,
    invariants: ['comment-counts', 'newest-comment', 'comment-post', ...MEMBER_ITEM_INVARIANTS],
  },

  like: {
    description: 'The member likes a file or a post',
    export: IN_MEMBER_PARTITION,
    check: checkLike,
    invariants: ['like-counts', 'likers', 'purge-complete'],
  },
} as const satisfies Record<string, ItemDefinition>;

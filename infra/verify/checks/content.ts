import type { z } from 'zod';
import { PREFIXES, parseStorageKey } from '../../../lambdas/storage/storage-key.ts';
import { fileIndexAttributes } from '../../../lambdas/table/file.ts';
import { creditedBytesOf } from '../../../lambdas/table/file-credit.ts';
import { mainTypeOf, PENDING_PURGE, partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { commentKey, digestOfMember, fileKey, likeKey, ownerPartition, postKey } from '../../../lambdas/table/keys.ts';
import { postIndexAttributes, type StoredComment } from '../../../lambdas/table/post.ts';
import { fileName as fileNameSchema } from '../../../shared/contract/file-name.ts';
import { isAllowedType, isPictureType } from '../../../shared/depth/file-types.ts';
import { digestOf, type Facts } from '../facts.ts';
import { checkVariant, type Flaw, type ItemCheck } from '../item-checks.ts';
import { folderOf } from '../masked-key.ts';
import * as shapes from './item-shapes.ts';
import { findWrongPicture, pictureFacts } from './pictures.ts';

/** Builds the digest of a comment. Posts contain a copy of their newest comment. */
const digestComment = ({ commentId, postId, userId, text, createdAt }: StoredComment) =>
  digestOf(commentId, postId, userId, text, createdAt);

interface ItemWithLikers {
  readonly pk: string;
  readonly likers?: readonly string[] | undefined;
}

function collectLikers({ pk: item, likers = [] }: ItemWithLikers, facts: Facts): void {
  for (const digest of likers) facts.add('liker', { item, digest });
}

/** Yields what is wrong with the attributes of a file. Members may rename a file, so its name can differ from its key. */
function* findFlawsOfFile(file: z.output<typeof shapes.file>): Generator<Flaw> {
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

export const checkFile = checkVariant({
  schema: shapes.file,
  key: ({ key }) => fileKey(key),
  indexes: (file, shards) => fileIndexAttributes(file, shards),
  expires: false,
  findFlaws: findFlawsOfFile,
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

interface PostFacts {
  readonly postId: string;
  readonly userId: string;
  readonly depth: number;
  readonly image?:
    | { readonly key: string; readonly contentType: string; readonly size?: number | undefined }
    | undefined;
}

/** Yields what is wrong with the attributes of a post's picture, and with its depth. */
function* findFlawsOfPost({ postId, userId, depth, image }: PostFacts): Generator<Flaw> {
  if (depth < 0) yield { invariant: 'values', expected: 'a depth of at least 0', found: `depth ${depth}` };
  if (!image) return;
  if (!isPictureType(image.contentType)) {
    yield { invariant: 'values', expected: 'the content type of a picture', found: 'another content type' };
  }
  yield* findWrongPicture(image.key, { purpose: 'post', userId, ulid: postId });
}

const postFacts = ({ postId, userId, depth, image }: PostFacts) => ({
  ...{ post: postId, user: userId, depth },
  ...pictureFacts(image?.key),
});

const livePost = checkVariant({
  schema: shapes.livePost,
  key: ({ postId }) => postKey(postId),
  indexes: (post, shards) => postIndexAttributes(post, shards),
  expires: false,
  findFlaws: findFlawsOfPost,
  collect: (post, facts) => {
    collectLikers(post, facts);
    facts.add('post', {
      ...postFacts(post),
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

const hiddenPost = checkVariant({
  schema: shapes.hiddenPost,
  key: ({ postId }) => postKey(postId),
  // The post's own purge finds it in the queue, and its author's purge finds it by owner.
  indexes: ({ owner, userId, textOrder }) => ({
    owner: owner === PENDING_PURGE ? owner : ownerPartition('POST', userId),
    textOrder,
  }),
  expires: false,
  findFlaws: findFlawsOfPost,
  collect: (post, facts) =>
    facts.add('post', {
      ...postFacts(post),
      state: 'hidden',
      hiddenAt: Date.parse(post.deletedAt),
      queued: post.owner === PENDING_PURGE ? 1 : 0,
      ...{ likes: null, comments: null, newest: null, stored: 0 },
    }),
});

const postTombstone = checkVariant({
  schema: shapes.postTombstone,
  key: ({ postId }) => postKey(postId),
  expires: true,
  collect: ({ postId }, facts) =>
    facts.add('post', {
      ...{ post: postId, user: null, state: 'purged', hiddenAt: null, queued: 0, depth: null },
      ...{ likes: null, comments: null, newest: null, stored: 0, ...pictureFacts(undefined) },
    }),
});

export const checkPost: ItemCheck = (type, item, context) => {
  const deleted = 'expiresAt' in item ? postTombstone : hiddenPost;
  const check = 'deletedAt' in item ? deleted : livePost;
  check(type, item, context);
};

export const checkComment = checkVariant({
  schema: shapes.comment,
  key: ({ postId, commentId }) => commentKey(postId, commentId),
  indexes: ({ userId, createdAt }) => ({ owner: ownerPartition('COMMENT', userId), textOrder: createdAt }),
  expires: false,
  collect: (comment, facts) => {
    const { postId: post, userId: user } = comment;
    facts.add('comment', { post, comment: comment.commentId, user, digest: digestComment(comment) });
  },
});

export const checkLike = checkVariant({
  schema: shapes.like,
  key: (like) => likeKey(partitionIdOf(like), { pk: sortIdOf('like', like) }),
  wrongKey: (like) => {
    const liked = mainTypeOf({ pk: sortIdOf('like', like) });
    return liked === 'file' || liked === 'post' ? undefined : 'the key of a file or post';
  },
  expires: false,
  collect: (like, facts) => {
    const user = partitionIdOf(like);
    facts.add('liked', { user, item: sortIdOf('like', like), digest: digestOfMember(user) });
  },
});

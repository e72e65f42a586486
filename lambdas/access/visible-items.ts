import { NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { getComment, readComments } from '../table/comment.ts';
import type { DepthPosition } from '../table/depth-query.ts';
import { getFile, getFiles, type StoredFile } from '../table/file.ts';
import { type ItemKey, partitionIdOf } from '../table/item-types.ts';
import { fileKey, postKey } from '../table/keys.ts';
import { findLiked } from '../table/like.ts';
import { getPost, getPosts, type StoredComment, type StoredPost } from '../table/post.ts';
import { getMembers, isDeleted } from '../table/profile.ts';
import { isVisible, type Viewer, type Visible } from '../table/visible.ts';
import { CommentNotFound, FileNotFound, PostNotFound } from './errors.ts';
import { findIdentity, type Identity } from './profiles.ts';

/*
 * The access rule: a viewer sees an item if it is at or below their depth or their own, if it is not deleted, and if
 * its author has not deleted their account. Endpoints load items only through this file: presenters require `Visible`
 * items, and test/infra/structure.test.ts rejects other readers. Add new conditions (blocks, take-downs) here.
 * See docs/product.md#visibility.
 */

/**
 * Loads a file for a viewer.
 *
 * @throws FileNotFound if it doesn't exist, is above the viewer, or its uploader has deleted their account
 */
export async function visibleFile(viewer: Viewer | Promise<Viewer>, fileId: string): Promise<Visible<StoredFile>> {
  const address = parseStorageKey(fileId);
  if (address?.purpose !== 'file') throw new FileNotFound();
  const [from, file, uploader] = await Promise.all([viewer, getFile(fileId), findIdentity(address.userId)]);
  if (!file || !isVisible(file, from) || isDeleted(uploader)) throw new FileNotFound();
  return file as Visible<StoredFile>;
}

/**
 * Loads a post for a viewer.
 *
 * @throws PostNotFound if it doesn't exist, is deleted or above the viewer, or its author has deleted their account
 */
export async function visiblePost(viewer: Viewer | Promise<Viewer>, postId: string): Promise<Visible<StoredPost>> {
  const [from, post] = await Promise.all([viewer, getPost(postId)]);
  if (!post || post.deletedAt || !isVisible(post, from)) throw new PostNotFound();
  if (isDeleted(await findIdentity(post.userId))) throw new PostNotFound();
  return post as Visible<StoredPost>;
}

/** Identifies a comment. */
type CommentAddress = Pick<StoredComment, 'postId' | 'commentId'>;

/**
 * Loads a comment for a viewer.
 *
 * @throws PostNotFound if its post is not visible to the viewer
 * @throws CommentNotFound if it doesn't exist, or its author has deleted their account
 */
export async function visibleComment(
  viewer: Viewer | Promise<Viewer>,
  { postId, commentId }: CommentAddress,
): Promise<Visible<StoredComment>> {
  const [comment] = await Promise.all([getComment(postId, commentId), visiblePost(viewer, postId)]);
  if (!comment || isDeleted(await findIdentity(comment.userId))) throw new CommentNotFound();
  return comment as Visible<StoredComment>;
}

/**
 * Checks that a file's ID names the caller as its uploader. The file may not exist.
 *
 * @throws FileNotFound if it isn't the ID of a file
 * @throws NotYou if another member uploaded it
 */
export function requireOwnFile(caller: Caller, fileId: string): void {
  const address = parseStorageKey(fileId);
  if (address?.purpose !== 'file') throw new FileNotFound();
  if (address.userId !== caller.userId) throw new NotYou();
}

/**
 * Loads one of the caller's own files.
 *
 * @throws FileNotFound if it doesn't exist
 * @throws NotYou if another member uploaded it
 */
export async function ownFile(caller: Caller, fileId: string): Promise<Visible<StoredFile>> {
  requireOwnFile(caller, fileId);
  const file = await getFile(fileId);
  if (!file) throw new FileNotFound();
  return file as Visible<StoredFile>;
}

/**
 * Finds one of the member's own posts, even above them or deleted. Presenters don't accept it, because it may be deleted.
 *
 * @returns undefined if it doesn't exist or is another member's
 */
export async function findOwnPost({ userId }: Pick<Viewer, 'userId'>, postId: string): Promise<StoredPost | undefined> {
  const post = await getPost(postId);
  return post?.userId === userId ? post : undefined;
}

/** Finds one of the member's own comments, even above them; undefined if it doesn't exist or is another member's. */
export async function findOwnComment(
  { userId }: Pick<Viewer, 'userId'>,
  { postId, commentId }: CommentAddress,
): Promise<Visible<StoredComment> | undefined> {
  const comment = await getComment(postId, commentId);
  return comment?.userId === userId ? (comment as Visible<StoredComment>) : undefined;
}

/**
 * Marks an item that the member has just published as visible to them.
 *
 * @throws Error if the item is another member's
 */
export function asOwn<T extends { readonly userId: string }>(viewer: Pick<Viewer, 'userId'>, item: T): Visible<T> {
  if (item.userId !== viewer.userId) throw new Error('asOwn() takes items of the viewer only.');
  return item as Visible<T>;
}

/**
 * Loads one page of the comments on a post, newest first.
 *
 * @throws PostNotFound if the post is not visible to the viewer
 */
export async function visibleComments(viewer: Viewer, postId: string, limit: number, from?: DepthPosition) {
  const [{ rows, next }] = await Promise.all([readComments(postId, limit, from), visiblePost(viewer, postId)]);
  const { comments, identities } = await visiblePage(viewer, { comments: rows });
  return { comments, identities, next };
}

/** A row of an index, or the key of an item. Rows name the author, whose identity then loads alongside the item. */
interface ListedItem extends Pick<ItemKey, 'pk'> {
  /** The author's partition of `ByOwner`. */
  readonly owner?: string | number | undefined;
}

/** The contents of a page: rows or keys of files and posts, comments as read, and further members. */
interface PageContents {
  readonly files?: readonly ListedItem[];
  readonly posts?: readonly ListedItem[];
  readonly comments?: readonly StoredComment[];
  readonly members?: readonly string[];
}

/** The visible items of a page, each list in the requested order, and the identities of everyone on it. */
export interface VisiblePage {
  readonly files: Visible<StoredFile>[];
  readonly posts: Visible<StoredPost>[];
  readonly comments: Visible<StoredComment>[];
  readonly identities: ReadonlyMap<string, Identity>;
  /** Partition keys of the items that the viewer likes. */
  readonly liked: ReadonlySet<string>;
}

/**
 * Loads a page for a viewer and omits items they may not see.
 *
 * Reads in two rounds at most: items with the authors that rows name, then what only the items tell: who commented, and
 * which likes to read. Items with up to MAX_LIKERS likes need no read.
 *
 * @param options.consistent - strongly consistent read of the posts; costs twice as much
 */
export async function visiblePage(
  viewer: Viewer,
  { files: fileRows = [], posts: postRows = [], comments = [], members = [] }: PageContents,
  options?: { readonly consistent: boolean },
): Promise<VisiblePage> {
  const named = [...fileRows, ...postRows]
    .flatMap(({ owner }) => owner ?? [])
    .map((pk) => partitionIdOf({ pk: `${pk}` }));
  const first = new Set([...named, ...comments.map(({ userId }) => userId), ...members]);
  const [storedFiles, storedPosts, firstIdentities] = await Promise.all([
    getFiles(fileRows),
    getPosts(postRows.map(partitionIdOf), options),
    getMembers([...first]),
  ]);
  const files = fileRows.flatMap(({ pk }) => storedFiles.get(pk) ?? []).filter((file) => isVisible(file, viewer));
  const posts = postRows
    .flatMap((row) => storedPosts.get(partitionIdOf(row)) ?? [])
    .filter((post) => isVisible(post, viewer));
  const authors = [...files, ...posts].map(({ userId }) => userId);
  const commenters = posts.flatMap(({ newestComment }) => newestComment?.userId ?? []);
  const [furtherIdentities, liked] = await Promise.all([
    getMembers([...authors, ...commenters].filter((userId) => !first.has(userId))),
    findLiked(viewer.userId, [
      ...files.map((file) => ({ ...file, ...fileKey(file.key) })),
      ...posts.map((post) => ({ ...post, ...postKey(post.postId) })),
    ]),
  ]);
  const identities = new Map([...firstIdentities, ...furtherIdentities]);
  const withAuthor = <T extends { readonly userId: string }>(items: readonly T[]) =>
    items.filter(({ userId }) => !isDeleted(identities.get(userId))) as Visible<T>[];

  return { files: withAuthor(files), posts: withAuthor(posts), comments: withAuthor(comments), identities, liked };
}

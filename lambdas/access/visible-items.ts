/*
 * Single items for a viewer. Endpoints load items only through this folder: the table returns sealed items, and
 * presenters require `Visible` items.
 */
import { NotYou } from '../platform/errors.ts';
import { getComment } from '../table/comment.ts';
import { getFileById, type StoredFile } from '../table/file.ts';
import { getPost, type StoredComment, type StoredPost } from '../table/post.ts';
import { type Sealed, unseal } from '../table/sealed.ts';
import type { Subject, Viewer, Visible } from '../table/visible.ts';
import { CommentNotFound, FileNotFound, PostNotFound } from './errors.ts';
import { parseFileId } from './file-id.ts';
import { openOwn, openVisible, viewAsAuthor } from './open-sealed.ts';
import { readRelation } from './relations.ts';

/**
 * Loads a file for a viewer.
 *
 * @throws FileNotFound if the file doesn't exist, is above the viewer, or its uploader has deleted their account
 */
export async function loadVisibleFile(
  pendingViewer: Viewer | Promise<Viewer>,
  fileId: string,
): Promise<Visible<StoredFile>> {
  const [viewer, sealed] = await Promise.all([pendingViewer, findFile(fileId)]);
  const file = await openForViewer(viewer, sealed);
  if (!file) throw new FileNotFound();

  return file;
}

/**
 * Loads a post for a viewer.
 *
 * @throws PostNotFound if the post doesn't exist, is deleted or above the viewer, or its author has deleted their
 *   account
 */
export async function loadVisiblePost(
  pendingViewer: Viewer | Promise<Viewer>,
  postId: string,
): Promise<Visible<StoredPost>> {
  const [viewer, sealed] = await Promise.all([pendingViewer, getPost(postId)]);
  const post = await openForViewer(viewer, sealed);
  if (!post) throw new PostNotFound();

  return post;
}

/** Identifies a comment. */
type CommentAddress = Pick<StoredComment, 'postId' | 'commentId'>;

/**
 * Loads a comment for a viewer.
 *
 * @throws PostNotFound if the post is not visible to the viewer
 * @throws CommentNotFound if the comment doesn't exist, or its author has deleted their account
 */
export async function loadVisibleComment(
  pendingViewer: Viewer | Promise<Viewer>,
  { postId, commentId }: CommentAddress,
): Promise<Visible<StoredComment>> {
  const [viewer, sealed] = await Promise.all([
    pendingViewer,
    getComment(postId, commentId),
    loadVisiblePost(pendingViewer, postId),
  ]);
  const comment = await openForViewer(viewer, sealed);
  if (!comment) throw new CommentNotFound();

  return comment;
}

/**
 * Loads one of the viewer's own files.
 *
 * @throws FileNotFound if the file doesn't exist, or if it is another member's and not visible to the viewer
 * @throws NotYou if it is another member's and visible to the viewer
 */
export async function loadOwnFile(
  pendingViewer: Viewer | Promise<Viewer>,
  fileId: string,
): Promise<Visible<StoredFile>> {
  const [viewer, sealed] = await Promise.all([pendingViewer, findFile(fileId)]);
  const ownFile = openOwn(viewer, sealed);
  if (ownFile) return viewAsAuthor(viewer, ownFile);

  throw (await openForViewer(viewer, sealed)) ? new NotYou() : new FileNotFound();
}

/** Opens an item for a viewer, after a read of their relation to its author; undefined if the viewer may not see it. */
async function openForViewer<T extends Subject>(
  viewer: Viewer,
  sealed: Sealed<T> | undefined,
): Promise<Visible<T> | undefined> {
  const relation = await readRelation(viewer, unseal(sealed)?.userId);
  return openVisible(viewer, sealed, relation);
}

/** Returns the file with the ID in a request; undefined if the file doesn't exist, or the ID is not valid. */
async function findFile(text: string): Promise<Sealed<StoredFile> | undefined> {
  const fileId = parseFileId(text);
  return fileId === undefined ? undefined : getFileById(fileId);
}

/**
 * Finds one of the member's own posts, even a deleted post or one above them. The post may be deleted, so it isn't
 * `Visible`, and presenters don't accept it.
 *
 * @returns undefined if the post doesn't exist or is another member's
 */
export async function findOwnPost(viewer: Pick<Viewer, 'userId'>, postId: string): Promise<StoredPost | undefined> {
  return openOwn(viewer, await getPost(postId));
}

/** Finds a member's own comment, even one above them; undefined if it doesn't exist or is another member's. */
export async function findOwnComment(
  viewer: Pick<Viewer, 'userId'>,
  { postId, commentId }: CommentAddress,
): Promise<Visible<StoredComment> | undefined> {
  const comment = openOwn(viewer, await getComment(postId, commentId));
  return comment && viewAsAuthor(viewer, comment);
}

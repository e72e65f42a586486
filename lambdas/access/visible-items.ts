import { NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { getComment } from '../table/comment.ts';
import { getFile, type StoredFile } from '../table/file.ts';
import { getPost, type StoredComment, type StoredPost } from '../table/post.ts';
import { unseal } from '../table/sealed.ts';
import type { Viewer, Visible } from '../table/visible.ts';
import { CommentNotFound, FileNotFound, PostNotFound } from './errors.ts';
import { asOwn, openOwn, openVisible } from './open-sealed.ts';
import { readRelation } from './relations.ts';

/*
 * Single items for a viewer. Endpoints load items only through this folder: the table returns sealed items, and
 * presenters require `Visible` items.
 */

/**
 * Loads a file for a viewer.
 *
 * @throws FileNotFound if it doesn't exist, is above the viewer, or its uploader has deleted their account
 */
export async function loadVisibleFile(
  pendingViewer: Viewer | Promise<Viewer>,
  fileId: string,
): Promise<Visible<StoredFile>> {
  const address = parseStorageKey(fileId);
  if (address?.purpose !== 'file') {
    // A session that has ended is refused first. Its rejection without a handler would end the function's process.
    await pendingViewer;
    throw new FileNotFound();
  }

  const [viewer, sealed, relation] = await Promise.all([
    pendingViewer,
    getFile(fileId),
    readRelation(pendingViewer, address.userId),
  ]);
  const file = openVisible(viewer, sealed, relation);
  if (!file) throw new FileNotFound();

  return file;
}

/**
 * Loads a post for a viewer.
 *
 * @throws PostNotFound if it doesn't exist, is deleted or above the viewer, or its author has deleted their account
 */
export async function loadVisiblePost(
  pendingViewer: Viewer | Promise<Viewer>,
  postId: string,
): Promise<Visible<StoredPost>> {
  const [viewer, sealed] = await Promise.all([pendingViewer, getPost(postId)]);
  const post = openVisible(viewer, sealed, await readRelation(viewer, unseal(sealed)?.userId));
  if (!post) throw new PostNotFound();

  return post;
}

/** Identifies a comment. */
type CommentAddress = Pick<StoredComment, 'postId' | 'commentId'>;

/**
 * Loads a comment for a viewer.
 *
 * @throws PostNotFound if its post is not visible to the viewer
 * @throws CommentNotFound if it doesn't exist, or its author has deleted their account
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
  const comment = openVisible(viewer, sealed, await readRelation(viewer, unseal(sealed)?.userId));
  if (!comment) throw new CommentNotFound();

  return comment;
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
export async function loadOwnFile(caller: Caller, fileId: string): Promise<Visible<StoredFile>> {
  requireOwnFile(caller, fileId);
  const file = openOwn(caller, await getFile(fileId));
  if (!file) throw new FileNotFound();

  return asOwn(caller, file);
}

/**
 * Finds one of the member's own posts, even above them or deleted. Presenters don't accept it, because it may be
 * deleted.
 *
 * @returns undefined if it doesn't exist or is another member's
 */
export async function findOwnPost(viewer: Pick<Viewer, 'userId'>, postId: string): Promise<StoredPost | undefined> {
  return openOwn(viewer, await getPost(postId));
}

/** Finds one of the member's own comments, even above them; undefined if it doesn't exist or is another member's. */
export async function findOwnComment(
  viewer: Pick<Viewer, 'userId'>,
  { postId, commentId }: CommentAddress,
): Promise<Visible<StoredComment> | undefined> {
  const comment = openOwn(viewer, await getComment(postId, commentId));
  return comment && asOwn(viewer, comment);
}

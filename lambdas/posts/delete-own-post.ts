import { startRemoval } from '../account/start-removal.ts';
import { viewerOf } from '../account/viewer.ts';
import { NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { hidePost } from '../table/post.ts';
import { visiblePost } from './visible-post.ts';

/**
 * Deletes one of the caller's own posts: it is hidden at once, and a job removes it with its comments and its picture.
 *
 * @throws NotYou when somebody else wrote it
 * @throws PostNotFound when it is not there for the caller
 */
export async function deleteOwnPost(caller: Caller, postId: string): Promise<void> {
  if (!(await hidePost(postId, caller.userId))) {
    await visiblePost(postId, await viewerOf(caller));
    throw new NotYou('You can only delete your own posts.');
  }
  await startRemoval({ kind: 'post', postId });
}

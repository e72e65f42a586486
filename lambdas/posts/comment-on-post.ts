import { ulid } from 'ulid';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { ensureProfile } from '../account/ensure-profile.ts';
import { Conflict } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { addComment, getComment, type StoredComment } from '../table/comment.ts';
import { type Deed, madeBy, rememberDeed } from '../table/deed.ts';
import { getPost } from '../table/post.ts';
import type { Profile } from '../table/profile.ts';
import { PostNotFound } from './errors.ts';
import { presentComments } from './present-comments.ts';

/**
 * Comments on a post at or below the caller's depth. Asked again with the same idempotency key, it answers with the
 * comment that is there.
 *
 * @throws PostNotFound when the post is not there for the caller
 * @throws Conflict when the key was used for another comment
 */
export async function commentOnPost(
  caller: Caller,
  { postId, text, idempotencyKey }: Input<typeof posts.addComment>,
): Promise<Response<typeof posts.addComment>> {
  const author = await ensureProfile(caller);
  const { userId } = author;
  const deed: Deed | undefined = idempotencyKey ? { userId, kind: 'COMMENT', idempotencyKey } : undefined;
  const comment = { commentId: ulid(), postId, userId, text, createdAt: new Date().toISOString() };
  const outcome = await addComment(comment, author, deed ? [rememberDeed(deed, comment.commentId)] : []);
  if (outcome === 'not made') {
    const existing = deed && (await getComment(postId, (await madeBy(deed)) ?? ''));
    if (existing?.text !== text)
      throw new Conflict('This was sent before with other words, or has been deleted since.');
    return answer(existing, author);
  }
  if (outcome === 'refused') throw new PostNotFound();
  return answer(comment, author);
}

async function answer(comment: StoredComment, author: Profile) {
  const post = await getPost(comment.postId);
  const [presented] = presentComments([comment], new Map([[author.userId, author]]));
  return { comment: presented!, commentCount: post?.commentCount ?? 0 };
}

import { ulid } from 'ulid';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { PostNotFound } from '../access/errors.ts';
import { viewAsAuthor } from '../access/open-sealed.ts';
import { findOwnComment, loadVisiblePost } from '../access/visible-items.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { Conflict } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { storeComment } from '../table/comment.ts';
import { claim } from '../table/conduct.ts';
import { readCounter } from '../table/counters.ts';
import { buildResultPut, findResult, type IdempotencyKey } from '../table/idempotency.ts';
import { postKey } from '../table/keys.ts';
import type { StoredComment } from '../table/post.ts';
import type { Profile } from '../table/profile.ts';
import { presentComment } from './present-posts.ts';

/**
 * Adds a comment to a post. A repeated call with the same idempotency key returns the existing comment.
 *
 * @throws PostNotFound if the caller can't see the post
 * @throws LimitReached if the caller has written too many comments this hour
 * @throws Conflict if the key was used for another comment
 */
export async function addComment(
  caller: Caller,
  { postId, text, idempotencyKey }: Input<typeof posts.addComment>,
): Promise<Response<typeof posts.addComment>> {
  const pendingAuthor = ensureProfile(caller);
  const [author, post] = await Promise.all([pendingAuthor, loadVisiblePost(pendingAuthor, postId)]);

  const { userId } = author;
  const key: IdempotencyKey | undefined = idempotencyKey ? { userId, kind: 'COMMENT', key: idempotencyKey } : undefined;
  const comment = { commentId: ulid(), postId, userId, text, createdAt: new Date().toISOString() };
  const { limitWrites, buildLimitReached } = claim(author, { comments: 1 });
  const keyPuts = key ? [buildResultPut(key, comment.commentId)] : [];

  // Whether another write of the post came between, so that the count that was read is outdated.
  let hadConflict = false;
  const onRetry = () => {
    hadConflict = true;
  };

  const outcome = await storeComment(comment, author, { furtherWrites: keyPuts, limitWrites, post, onRetry });
  if (outcome === 'limited') throw await buildLimitReached();
  if (outcome === 'refused') throw new PostNotFound();

  // Without a conflict, computes the count instead of reading it again. The response can miss a comment that was stored
  // since the post was read; the stored count is exact.
  if (outcome === 'created') return respond(comment, author, hadConflict ? undefined : post.commentCount + 1);

  const existingId = key && (await findResult(key));
  // No comment has an empty ID.
  const existingComment = key && (await findOwnComment(author, { postId, commentId: existingId ?? '' }));
  if (existingComment?.text !== text) throw new Conflict('comment');
  return respond(existingComment, author);
}

/** Builds the response for a comment. Reads the count of comments unless it is known. */
async function respond(
  comment: StoredComment,
  author: Profile,
  knownCount?: number,
): Promise<Response<typeof posts.addComment>> {
  const commentCount = knownCount ?? (await readCounter(postKey(comment.postId), 'commentCount'));
  const authors = new Map([[author.userId, author]]);
  return { comment: presentComment(viewAsAuthor(author, comment), authors), commentCount: commentCount ?? 0 };
}

import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { PostNotFound } from '../access/errors.ts';
import { loadViewer } from '../access/viewer.ts';
import { loadVisiblePost } from '../access/visible-items.ts';
import type { Caller } from '../platform/identity.ts';
import { claim } from '../table/conduct.ts';
import { readCounter } from '../table/counters.ts';
import { postKey } from '../table/keys.ts';
import { setLike } from '../table/like.ts';

type LikeInput = Input<typeof posts.like>;
type LikeResponse = Response<typeof posts.like>;

/**
 * Likes a post. Repeated calls change nothing.
 *
 * @throws PostNotFound if the caller can't see the post
 * @throws LimitReached if the caller has liked too often this hour
 */
export function likePost(caller: Caller, input: LikeInput): Promise<LikeResponse> {
  return changeLike(caller, input, { liked: true });
}

/**
 * Removes the caller's like of a post. Repeated calls change nothing.
 *
 * @throws PostNotFound if the caller can't see the post
 */
export function unlikePost(caller: Caller, input: LikeInput): Promise<LikeResponse> {
  return changeLike(caller, input, { liked: false });
}

/** Adds or removes the caller's like, and returns the new count. */
async function changeLike(
  caller: Caller,
  { postId }: LikeInput,
  { liked }: { readonly liked: boolean },
): Promise<LikeResponse> {
  const pendingViewer = loadViewer(caller);
  const post = await loadVisiblePost(pendingViewer, postId);
  const viewer = await pendingViewer;
  const { limitWrites, buildLimitReached } = claim(viewer, { likes: 1 });

  // Whether another write of the post came between, so that the count that was read is outdated.
  let hadConflict = false;
  const onRetry = () => {
    hadConflict = true;
  };

  const item = { ...post, ...postKey(postId) };
  // Only a new like counts against the limit, not the removal of one.
  const outcome = await setLike(viewer, item, { liked, limitWrites: liked ? limitWrites : [], onRetry });
  if (outcome === 'limited') throw await buildLimitReached();
  if (outcome === 'refused') throw new PostNotFound();

  // Without a conflict, computes the count instead of reading it again. The response can miss a like that was stored
  // since the post was read; the stored count is exact.
  const computedCount = post.likeCount + (liked ? 1 : -1);
  // Negative if the like was stored after the post was read, and is removed now.
  const isPlausible = computedCount >= 0;
  if (outcome === 'changed' && !hadConflict && isPlausible) return { liked, likeCount: computedCount };

  const likeCount = await readCounter(postKey(postId), 'likeCount');
  if (likeCount === undefined) throw new PostNotFound();
  return { liked, likeCount };
}

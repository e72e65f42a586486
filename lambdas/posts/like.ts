import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { posts } from '../../shared/contract/posts.ts';
import { PostNotFound } from '../access/errors.ts';
import { loadViewer } from '../access/viewer.ts';
import { visiblePost } from '../access/visible-items.ts';
import type { Caller } from '../platform/identity.ts';
import { readCounter } from '../table/counters.ts';
import { postKey } from '../table/keys.ts';
import { setLike } from '../table/like.ts';

type LikeInput = Input<typeof posts.like>;
type LikeResponse = Response<typeof posts.like>;

/**
 * Likes a post. Repeated calls change nothing.
 *
 * @throws PostNotFound if the caller can't see it
 */
export function likePost(caller: Caller, input: LikeInput): Promise<LikeResponse> {
  return changeLike(caller, input, true);
}

/**
 * Removes the caller's like of a post. Repeated calls change nothing.
 *
 * @throws PostNotFound if the caller can't see it
 */
export function unlikePost(caller: Caller, input: LikeInput): Promise<LikeResponse> {
  return changeLike(caller, input, false);
}

async function changeLike(caller: Caller, { postId }: LikeInput, liked: boolean): Promise<LikeResponse> {
  const viewer = loadViewer(caller);
  await visiblePost(viewer, postId);
  const outcome = await setLike(await viewer, postKey(postId), liked);
  if (outcome === 'refused') throw new PostNotFound();
  const likeCount = await readCounter(postKey(postId), 'likeCount');
  if (likeCount === undefined) throw new PostNotFound();
  return { liked, likeCount };
}

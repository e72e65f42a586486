import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { postKey } from '../table/keys.ts';
import { setLike } from '../table/like.ts';
import { getPost } from '../table/post.ts';
import { PostNotFound } from './errors.ts';

/**
 * Likes a post at or below the caller's depth, or takes the like back; asked again, it changes nothing.
 *
 * @throws PostNotFound when it does not exist, or lies above the caller
 */
export async function likePost(
  caller: Caller,
  postId: string,
  liked: boolean,
): Promise<{ liked: boolean; likeCount: number }> {
  const outcome = await setLike(await viewerOf(caller), postKey(postId), liked);
  if (outcome === 'refused') throw new PostNotFound();
  const post = await getPost(postId);
  if (!post || post.deletedAt) throw new PostNotFound();
  return { liked, likeCount: post.likeCount };
}

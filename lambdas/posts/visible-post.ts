import { getPost, type StoredPost } from '../table/post.ts';
import { isVisible, type Viewer } from '../table/visible.ts';
import { PostNotFound } from './errors.ts';

/**
 * A post at or below a viewer's depth, or their own.
 *
 * @throws PostNotFound when it does not exist, lies above them, or is being deleted
 */
export async function visiblePost(postId: string, viewer: Viewer): Promise<StoredPost> {
  const post = await getPost(postId);
  if (!post || post.deletedAt || !isVisible(post, viewer)) throw new PostNotFound();
  return post;
}

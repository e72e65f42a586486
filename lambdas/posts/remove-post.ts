import { deleteObject } from '../files/file-store.ts';
import { purgeComment, readComments } from '../table/comment.ts';
import { deletePost, getPost } from '../table/post.ts';

const PAGE_SIZE = 100;

/**
 * Removes a hidden post with its comments and its picture; the item goes last, so that whoever begins again finds it.
 *
 * @param timeLeft - whether there is time for another page of comments
 * @returns whether nothing of it is left
 */
export async function removePost(postId: string, timeLeft: () => boolean): Promise<boolean> {
  const post = await getPost(postId);
  if (!post?.deletedAt) return true;
  for (;;) {
    const { rows, next } = await readComments(postId, PAGE_SIZE);
    await Promise.all(rows.map(purgeComment));
    if (!next) break;
    if (!timeLeft()) return false;
  }
  if (post.image) await deleteObject(post.image.key);
  await deletePost(postId);
  return true;
}

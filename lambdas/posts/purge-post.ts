import { deleteObject } from '../storage/object-store.ts';
import { purgeComment, readComments } from '../table/comment.ts';
import { getPost, writePostTombstone } from '../table/post.ts';

const PAGE_SIZE = 100;

/**
 * Purges a hidden post with its comments and picture. Replaces the item last, so that an interrupted run can be
 * repeated.
 *
 * @param timeLeft - returns whether there is time for another page of comments
 * @returns whether the purge is complete
 */
export async function purgePost(postId: string, timeLeft: () => boolean): Promise<boolean> {
  const post = await getPost(postId);
  if (!post?.deletedAt) return true;
  for (;;) {
    const { rows, next } = await readComments(postId, PAGE_SIZE);
    await Promise.all(rows.map(purgeComment));
    if (!next) break;
    if (!timeLeft()) return false;
  }
  if (post.image) await deleteObject(post.image.key);
  await writePostTombstone(postId);
  return true;
}

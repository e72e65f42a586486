import { processRows, RowsFailed } from '../platform/process-rows.ts';
import { deleteObject } from '../storage/object-store.ts';
import { purgeComment, readComments } from '../table/comment.ts';
import type { DepthPosition } from '../table/depth-query.ts';
import { getPost, writePostTombstone } from '../table/post.ts';

const JOB = 'purge-post';
const PAGE_SIZE = 100;

/**
 * Purges a hidden post with its comments and picture. Replaces the item last, so that an interrupted run can be
 * repeated.
 *
 * @param timeLeft - returns whether there is time for another page of comments
 * @returns whether the purge is complete
 * @throws RowsFailed if a comment couldn't be deleted; all others are
 */
export async function purgePost(postId: string, timeLeft: () => boolean): Promise<boolean> {
  const post = await getPost(postId);
  if (!post?.deletedAt) return true;

  let failed = 0;
  let from: DepthPosition | undefined;
  do {
    const { rows, next } = await readComments(postId, PAGE_SIZE, from);
    const describe = ({ commentId }: { commentId: string }) => ({ postId, commentId });
    failed += await processRows(rows, purgeComment, { job: JOB, describe });
    if (next && !timeLeft()) return false;
    from = next ?? undefined;
  } while (from);
  if (failed > 0) throw new RowsFailed(JOB, failed);

  if (post.image) await deleteObject(post.image.key, 'post deleted');
  await writePostTombstone(postId);
  return true;
}

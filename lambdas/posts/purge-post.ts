import { openForJob } from '../access/open-sealed.ts';
import { processRows, RowsFailed } from '../platform/process-rows.ts';
import { deleteObject } from '../storage/object-store.ts';
import { purgeComment, readCommentIds } from '../table/comment.ts';
import type { DepthPosition } from '../table/depth-query.ts';
import { getPost, writePostTombstone } from '../table/post.ts';

/** Why this job opens items without a viewer. */
const REASON = 'purges what was deleted';

const JOB = 'purge-post';

/** Number of comments that are read and deleted as one page. */
const PAGE_SIZE = 100;

/**
 * Purges a hidden post with its comments and picture. Replaces the post's item with a tombstone last, so that an
 * interrupted run can be repeated.
 *
 * @param timeLeft - returns whether there is time for another page of comments
 * @returns whether the purge is complete
 * @throws RowsFailed if a comment couldn't be deleted; all other comments are deleted then
 */
export async function purgePost(postId: string, timeLeft: () => boolean): Promise<boolean> {
  const post = await openForJob(REASON, getPost(postId));
  if (!post?.deletedAt) return true;

  const purge = (commentId: string) => purgeComment({ postId, commentId });
  const options = { job: JOB, describe: (commentId: string) => ({ postId, commentId }) };

  let failedRows = 0;
  let from: DepthPosition | undefined;
  do {
    const { commentIds, next } = await readCommentIds(postId, PAGE_SIZE, from);
    failedRows += await processRows(commentIds, purge, options);
    if (next && !timeLeft()) return false;
    from = next ?? undefined;
  } while (from);
  if (failedRows > 0) throw new RowsFailed(JOB, failedRows);

  if (post.image) await deleteObject(post.image.key, 'post deleted');
  await writePostTombstone(postId);
  return true;
}

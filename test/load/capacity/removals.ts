import { deleteAccount } from '../../../lambdas/account/delete-account.ts';
import { deletePost as deleteOwnPost } from '../../../lambdas/posts/delete.ts';
import { purgeComment, storeComment } from '../../../lambdas/table/comment.ts';
import { claim } from '../../../lambdas/table/conduct.ts';
import { buildFilePut, purgeFile } from '../../../lambdas/table/file.ts';
import { follow, purgeFollow } from '../../../lambdas/table/follow.ts';
import { postKey } from '../../../lambdas/table/keys.ts';
import { purgeLike, setLike } from '../../../lambdas/table/like.ts';
import { deleteMemberRow, readMemberRows } from '../../../lambdas/table/member-partition.ts';
import { finishAccountPurge, hideAccount, readPendingPurges } from '../../../lambdas/table/pending-purge.ts';
import { hidePost, storePost, writePostTombstone } from '../../../lambdas/table/post.ts';
import { transact } from '../../../lambdas/table/transaction.ts';
import { toCaller } from '../caller.ts';
import type { MeasurePattern } from './capacity-sheet.ts';
import { buildComment } from './posts.ts';
import { buildFileItem, buildPostItem, createMember } from './small-community.ts';

/**
 * Measures the capacity of deleting accounts and posts. A request only hides an account or a post. A job then purges
 * its items, such as likes, comments, and files.
 */
export async function measureRemovals(measure: MeasurePattern): Promise<void> {
  const leaver = await createMember(0, 20);
  const otherMember = await createMember(1, 20);
  const secondLeaver = await createMember(2, 20);
  const { userId } = leaver;

  // `hidePost` takes the picture from its argument, and subtracts its size from the bytes that `claim` counts.
  const postWithPicture = buildPostItem(userId, 3);
  await storePost(postWithPicture, { limitWrites: claim(leaver, { storedBytes: 1000 }).limitWrites });

  // An item of each type that a deletion purges.
  const post = buildPostItem(userId, 0);
  const secondPost = buildPostItem(userId, 1);
  const likedPost = buildPostItem(otherMember.userId, 2);
  const file = buildFileItem(userId, 0);
  for (const item of [post, secondPost, likedPost]) await storePost(item);
  await setLike(leaver, postKey(likedPost.postId), { liked: true });
  await follow(leaver, otherMember.userId);
  await follow(otherMember, userId);
  await transact(() => [buildFilePut(file)]);

  const comment = buildComment(post.postId, otherMember.userId);
  await storeComment(comment, otherMember);

  // The order matters: a hidden account can't delete a post, and only a hidden account can be finished.
  await measure('hidePost', () => hidePost(post));
  await measure('hidePost, with a picture', () => hidePost({ ...postWithPicture, image: { size: 1000 } }));
  await measure('deletePost, the whole request', () => deleteOwnPost(toCaller(userId), { postId: secondPost.postId }));
  await measure('purgeComment', () => purgeComment(comment));
  await measure('writePostTombstone', () => writePostTombstone(post.postId));
  await measure('hideAccount', () => hideAccount(userId));
  await measure('deleteAccount, the whole request', () => deleteAccount(toCaller(secondLeaver.userId)));
  // Two posts and two accounts. The tombstone has replaced the third post.
  await measure('readPendingPurges, 4', () => readPendingPurges(25));
  await measure('readMemberRows, of one type', () => readMemberRows(userId, 'like', 100));
  await measure('purgeLike', () => purgeLike(userId, postKey(likedPost.postId)));
  await measure('purgeFollow', () => purgeFollow(userId, otherMember.userId, userId));
  await measure('purgeFile', () => purgeFile(file.key));

  const { rows } = await readMemberRows(userId, 'ledgerEntry', 1);
  await measure('deleteMemberRow, a ledger entry', () => deleteMemberRow(rows[0]!));
  await measure('finishAccountPurge', () => finishAccountPurge(userId));
}

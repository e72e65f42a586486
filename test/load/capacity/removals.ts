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
import { buildFileItem, buildPostItem, createMember, memberId } from './small-community.ts';

/** Measures deletions of accounts and posts: hiding them, and purging their items. */
export async function measureRemovals(measure: MeasurePattern): Promise<void> {
  const leaver = await createMember(0, 20);
  const otherMember = await createMember(1, 20);
  const thirdMember = await createMember(2, 20);
  const { userId } = leaver;

  const postWithPicture = buildPostItem(userId, 3);
  await storePost(postWithPicture, { limitWrites: claim(leaver, { storedBytes: 1000 }).limitWrites });

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

  await measure('hidePost', () => hidePost(post));
  await measure('hidePost, with a picture', () => hidePost({ ...postWithPicture, image: { size: 1000 } }));
  await measure('deletePost, the whole request', () => deleteOwnPost(toCaller(userId), { postId: secondPost.postId }));
  await measure('purgeComment', () => purgeComment(comment));
  await measure('writePostTombstone', () => writePostTombstone(post.postId));
  await measure('hideAccount', () => hideAccount(userId));
  await measure('deleteAccount, the whole request', () => deleteAccount(toCaller(thirdMember.userId)));
  await measure('readPendingPurges, 3', () => readPendingPurges(25));
  await measure('readMemberRows, of one type', () => readMemberRows(userId, 'like', 100));
  await measure('purgeLike', () => purgeLike(userId, postKey(likedPost.postId)));
  await measure('purgeFollow', () => purgeFollow(userId, otherMember.userId, userId));
  await measure('purgeFile', () => purgeFile(file.key));

  const { rows } = await readMemberRows(userId, 'ledgerEntry', 1);
  await measure('deleteMemberRow, a ledger entry', () => deleteMemberRow(rows[0]!));
  await measure('finishAccountPurge', () => finishAccountPurge(memberId(0)));
}

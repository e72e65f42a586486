import { deleteAccount } from '../../../lambdas/account/delete-account.ts';
import { deletePost as deleteOwnPost } from '../../../lambdas/posts/delete.ts';
import { addComment, purgeComment } from '../../../lambdas/table/comment.ts';
import { purgeFile, putFile } from '../../../lambdas/table/file.ts';
import { follow, purgeFollow } from '../../../lambdas/table/follow.ts';
import { postKey } from '../../../lambdas/table/keys.ts';
import { purgeLike, setLike } from '../../../lambdas/table/like.ts';
import { deleteMemberRow, readMemberRows } from '../../../lambdas/table/member-partition.ts';
import { addPost, deletePost, hidePost } from '../../../lambdas/table/post.ts';
import { finishAccountRemoval, hideAccount, pendingRemovals } from '../../../lambdas/table/removal.ts';
import { transact } from '../../../lambdas/table/transaction.ts';
import type { Pattern } from './capacity-sheet.ts';
import { comment } from './posts.ts';
import { join, personId, recordedFile, storedPost } from './small-community.ts';

/** What it costs when accounts and posts go: hiding, and then removing piece by piece. */
export async function measureRemovals(pattern: Pattern): Promise<void> {
  const [leaver, other, third] = [await join(0, 20), await join(1, 20), await join(2, 20)];
  const { userId } = leaver;
  const [post, another] = [storedPost(userId, 0), storedPost(userId, 1)];
  const [liked, file] = [storedPost(other.userId, 2), recordedFile(userId, 0)];
  for (const one of [post, another, liked]) await addPost(one);
  await setLike(leaver, postKey(liked.postId), true);
  await follow(leaver, other.userId);
  await follow(other, userId);
  await transact(() => [putFile(file)]);
  const said = comment(post.postId, other.userId);
  await addComment(said, other, []);

  await pattern('hidePost', () => hidePost(post.postId, userId));
  await pattern('deletePost, the whole request', () =>
    deleteOwnPost({ userId, username: userId }, { postId: another.postId }),
  );
  await pattern('purgeComment', () => purgeComment(said));
  await pattern('deletePost', () => deletePost(post.postId));
  await pattern('hideAccount', () => hideAccount(userId));
  await pattern('deleteAccount, the whole request', () =>
    deleteAccount({ userId: third.userId, username: third.userId }),
  );
  await pattern('pendingRemovals, 3', () => pendingRemovals(25));
  await pattern('readMemberRows, of one type', () => readMemberRows(userId, 'like', 100));
  await pattern('purgeLike', () => purgeLike(userId, postKey(liked.postId)));
  await pattern('purgeFollow', () => purgeFollow(userId, other.userId, userId));
  await pattern('purgeFile', () => purgeFile(file.key));
  const { rows } = await readMemberRows(userId, 'ledgerEntry', 1);
  await pattern('deleteMemberRow, a ledger entry', () => deleteMemberRow(rows[0]!));
  await pattern('finishAccountRemoval', () => finishAccountRemoval(personId(0)));
}

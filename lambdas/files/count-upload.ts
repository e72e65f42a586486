import { checkStoredBytes, countUses } from '../table/conduct.ts';
import { type Profile, storedBytesOf } from '../table/profile.ts';
import type { TransactItem } from '../table/transaction.ts';

/**
 * Counts an upload before it is signed, by the size that is signed. An upload that never arrives counts as well.
 *
 * @param countsAsStored - whether its bytes count as stored until the member deletes them: those of files and of pictures
 *   of posts. Not those of profile pictures and posters: a member has one picture of at most 5 MB, and posters are deleted
 *   after their renditions are stored.
 * @param alongside - further writes of the same transaction
 * @throws LimitReached if the member has uploaded too much today, or would store too much: the file would be deleted when
 *   it arrives, or the post would be refused
 */
export async function countUpload(
  member: Profile,
  bytes: number,
  countsAsStored: boolean,
  alongside: readonly TransactItem[] = [],
): Promise<void> {
  if (countsAsStored) checkStoredBytes(member, storedBytesOf(member), bytes);
  await countUses(member, { uploads: 1, uploadBytes: bytes }, alongside);
}

import { checkStoredBytes, countUses } from '../table/conduct.ts';
import { type Profile, storedBytesOf } from '../table/profile.ts';
import type { TransactItem } from '../table/transaction.ts';

/**
 * Counts an upload before it is signed, by the size that is signed. An upload that never arrives counts as well.
 *
 * @param isShared - whether it is a file, which is stored until the member deletes it, and not a picture
 * @param alongside - further writes of the same transaction
 * @throws LimitReached if the member has uploaded too much today, or if a file of this size would not be accepted when
 *   it arrives
 */
export async function countUpload(
  member: Profile,
  bytes: number,
  isShared: boolean,
  alongside: readonly TransactItem[] = [],
): Promise<void> {
  if (isShared) checkStoredBytes(member, storedBytesOf(member), bytes);
  await countUses(member, { uploads: 1, uploadBytes: bytes }, alongside);
}

import { checkStoredBytes, countUses } from '../table/conduct.ts';
import { type Profile, storedBytesOf } from '../table/profile.ts';
import type { TransactItem } from '../table/transaction.ts';

/** An upload whose size a client has announced. */
interface AnnouncedUpload {
  readonly bytes: number;
  /**
   * Whether the bytes count as stored until the member deletes them. True for files and for pictures of posts. False
   * for profile pictures, because a member has only one of at most 5 MB. False for posters, because they are deleted
   * after their renditions are stored.
   */
  readonly countsAsStored: boolean;
}

/**
 * Counts an upload against the member's limits before its URL is signed. An upload that never arrives counts as well.
 *
 * @param furtherWrites - items that the transaction of the count also writes
 * @throws LimitReached if the member has uploaded too much today, or would store too much. Without this check, the file
 *   would be deleted on arrival, and the post would be refused
 */
export async function countUpload(
  member: Profile,
  { bytes, countsAsStored }: AnnouncedUpload,
  furtherWrites: readonly TransactItem[] = [],
): Promise<void> {
  if (countsAsStored) checkStoredBytes(member, storedBytesOf(member), bytes);
  await countUses(member, { uploads: 1, uploadBytes: bytes }, furtherWrites);
}

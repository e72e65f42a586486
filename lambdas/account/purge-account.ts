import { UPLOAD_URL_SECONDS } from '../../shared/depth/limits.ts';
import { deleteCognitoUser } from '../members/cognito-users.ts';
import { purgePost } from '../posts/purge-post.ts';
import { deleteObject, listObjects } from '../storage/object-store.ts';
import { STORAGE_PURPOSES, type StoragePurpose } from '../storage/storage-key.ts';
import { readByOwner } from '../table/by-owner-index.ts';
import { deleteCommentItem } from '../table/comment.ts';
import { getFiles, purgeFile } from '../table/file.ts';
import { purgeFollow } from '../table/follow.ts';
import {
  ITEM_TYPES,
  type ItemKey,
  type ItemTypesWith,
  itemKey,
  mainTypeOf,
  partitionIdOf,
  sortIdOf,
} from '../table/item-types.ts';
import { conversationId } from '../table/keys.ts';
import { purgeLike } from '../table/like.ts';
import { deleteMemberRow, type MemberRow, readMemberRows } from '../table/member-partition.ts';
import { purgeConversation } from '../table/message.ts';
import { finishAccountPurge } from '../table/pending-purge.ts';
import { hidePost } from '../table/post.ts';
import { getMember, isDeleted } from '../table/profile.ts';
import { unregisterSocket } from '../table/socket.ts';

const PAGE_SIZE = 100;

type TimeLeft = () => boolean;

/** Purges the items on a page of `ByOwner`. */
type PurgeOwned = (rows: readonly ItemKey[], userId: string, timeLeft: TimeLeft) => Promise<unknown>;

/** How to purge items with the rule `by-owner`. The compiler rejects an item type without its entry. */
const PURGE_OWNED: Readonly<Record<ItemTypesWith<{ purge: 'by-owner' }>, PurgeOwned>> = {
  post: async (rows, userId, timeLeft) => {
    for (const postId of rows.map(partitionIdOf)) {
      if (await hidePost(postId, userId, { queuePurge: false })) await purgePost(postId, timeLeft);
    }
  },
  comment: (rows) =>
    Promise.all(
      rows.map((row) => deleteCommentItem({ postId: partitionIdOf(row), commentId: sortIdOf('comment', row) })),
    ),
  file: async (rows) => {
    const files = await getFiles(rows);
    await Promise.all(
      [...files.values()].map(async ({ key }) => {
        await deleteObject(key);
        await purgeFile(key);
      }),
    );
  },
};

/** Purges one row of the member's partition and its counterpart in another partition, if it has one. */
type PurgeRow = (userId: string, sortId: string, row: MemberRow) => Promise<void>;

/** How to purge items with the rule `member-row`. The compiler rejects an item type without its entry. */
const PURGE_ROW: Readonly<Record<ItemTypesWith<{ purge: 'member-row' }>, PurgeRow>> = {
  like: (userId, liked) => purgeLike(userId, likedItem(liked)),
  following: (userId, followed) => purgeFollow(userId, followed, userId),
  follower: (userId, follower) => purgeFollow(follower, userId, userId),
  idempotencyKey: (_userId, _sortId, row) => deleteMemberRow(row),
  // Entries of payments are kept for accounting, under an ID that no longer identifies anyone.
  ledgerEntry: async (_userId, _sortId, row) => (row.payment || row.purchasedCm ? undefined : deleteMemberRow(row)),
  inboxRow: purgeInboxRow,
  memberSocket: (userId, connectionId) => unregisterSocket(userId, connectionId),
  paymentOrder: (_userId, _sortId, row) => deleteMemberRow(row),
};

/**
 * Purges a deleted account, except its payments.
 *
 * Every step reads the remaining items from the table or the bucket, so the job can be interrupted, repeated, and run
 * concurrently. Uploads signed before the deletion can arrive for {@link UPLOAD_URL_SECONDS} seconds; only a run that
 * starts after that time finishes the purge. See docs/product.md#account-deletion.
 *
 * @param timeLeft - returns whether there is time for another page
 * @returns whether the purge is complete
 */
export async function purgeAccount(userId: string, timeLeft: TimeLeft): Promise<boolean> {
  const member = await getMember(userId, { consistent: true });
  if (!isDeleted(member)) return true;
  const uploadsExpired = Date.parse(member.deletedAt) + UPLOAD_URL_SECONDS * 1000 < Date.now();
  await deleteCognitoUser(userId);
  const steps: (() => Promise<boolean>)[] = [
    ...typesIn(PURGE_OWNED).map((type) => () => purgeOwnedPage(type, userId, timeLeft)),
    ...STORAGE_PURPOSES.map((purpose) => () => purgeObjects(userId, purpose)),
    ...typesIn(PURGE_ROW).map((type) => () => purgeRows(type, userId, timeLeft)),
  ];
  for (const step of steps) {
    while (await step()) if (!timeLeft()) return false;
  }
  if (uploadsExpired) await finishAccountPurge(userId);
  return uploadsExpired;
}

/** Purges one page of the items that the member owns. Returns whether more may exist. */
async function purgeOwnedPage(type: keyof typeof PURGE_OWNED, userId: string, timeLeft: TimeLeft): Promise<boolean> {
  const kind = ITEM_TYPES[type].owner;
  const { rows, next } = await readByOwner({
    kind,
    userId,
    depth: undefined,
    limit: PAGE_SIZE,
    from: { progress: [] },
  });
  await PURGE_OWNED[type](rows, userId, timeLeft);
  return next !== null;
}

/** Purges rows of the member's partition. Returns whether more may exist. */
async function purgeRows(type: keyof typeof PURGE_ROW, userId: string, timeLeft: TimeLeft): Promise<boolean> {
  let next: Awaited<ReturnType<typeof readMemberRows>>['next'] | undefined;
  do {
    const page = await readMemberRows(userId, type, PAGE_SIZE, next ?? undefined);
    await Promise.all(page.rows.map((row) => PURGE_ROW[type](userId, sortIdOf(type, row), row)));
    next = page.next;
  } while (next && timeLeft());
  return next !== null;
}

/** Deletes one page of the member's S3 objects. Returns whether more may exist. */
async function purgeObjects(userId: string, purpose: StoragePurpose): Promise<boolean> {
  const { keys, next } = await listObjects(purpose, { count: PAGE_SIZE, userId });
  await Promise.all(keys.map(deleteObject));
  return next !== undefined;
}

/** Deletes the member's inbox row, and the messages if the partner's account is deleted too. */
async function purgeInboxRow(userId: string, otherId: string, row: MemberRow): Promise<void> {
  const partner = await getMember(otherId, { consistent: true });
  if (!partner || isDeleted(partner)) {
    while (await purgeConversation(conversationId(userId, otherId)));
  }
  await deleteMemberRow(row);
}

function likedItem(pk: string): ItemKey {
  return itemKey(mainTypeOf({ pk }) === 'file' ? 'file' : 'post', partitionIdOf({ pk }));
}

function typesIn<T extends string>(table: Readonly<Record<T, unknown>>): T[] {
  return Object.keys(table) as T[];
}

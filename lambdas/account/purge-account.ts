import { UPLOAD_URL_SECONDS } from '../../shared/depth/limits.ts';
import { removeSignIn } from '../members/cognito-users.ts';
import { purgePost } from '../posts/purge-post.ts';
import { deleteObject, listObjects } from '../storage/object-store.ts';
import { STORAGE_PURPOSES, type StoragePurpose } from '../storage/storage-key.ts';
import { readByOwner } from '../table/by-owner-index.ts';
import { removeComment } from '../table/comment.ts';
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
import { hidePost } from '../table/post.ts';
import { getPerson, isDeleted } from '../table/profile.ts';
import { finishAccountRemoval } from '../table/removal.ts';
import { closeSocket } from '../table/socket.ts';

const PAGE_SIZE = 100;

type TimeLeft = () => boolean;

/** Removes the items on a page of `ByOwner`. */
type PurgeOwned = (rows: readonly ItemKey[], userId: string, timeLeft: TimeLeft) => Promise<unknown>;

/** How items with the purge rule `by-owner` are removed. The compiler rejects an item type without its entry. */
const PURGE_OWNED: Readonly<Record<ItemTypesWith<{ purge: 'by-owner' }>, PurgeOwned>> = {
  post: async (rows, userId, timeLeft) => {
    for (const postId of rows.map(partitionIdOf)) {
      if (await hidePost(postId, userId, { noted: false })) await purgePost(postId, timeLeft);
    }
  },
  comment: (rows) =>
    Promise.all(rows.map((row) => removeComment({ postId: partitionIdOf(row), commentId: sortIdOf('comment', row) }))),
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

/** Removes one row of the member's partition, with its counterpart elsewhere. `about` is the id in its sort key. */
type PurgeRow = (userId: string, about: string, row: MemberRow) => Promise<void>;

/** How items with the purge rule `member-row` are removed. The compiler rejects an item type without its entry. */
const PURGE_ROW: Readonly<Record<ItemTypesWith<{ purge: 'member-row' }>, PurgeRow>> = {
  like: (userId, liked) => purgeLike(userId, likedItem(liked)),
  following: (userId, followed) => purgeFollow(userId, followed, userId),
  follower: (userId, follower) => purgeFollow(follower, userId, userId),
  idempotencyKey: (_userId, _about, row) => deleteMemberRow(row),
  // Payments stay accounted for, under an id that no longer names anyone.
  ledgerEntry: async (_userId, _about, row) => (row.purchasedCm ? undefined : deleteMemberRow(row)),
  inboxRow: purgeInboxRow,
  memberSocket: (userId, connectionId) => closeSocket(userId, connectionId),
  paymentOrder: (_userId, _about, row) => deleteMemberRow(row),
};

/**
 * Removes everything of a deleted account except its payments.
 *
 * Every step finds what is left by reading the table or the bucket, so the job can stop anywhere, start again, and run
 * twice at once. Uploads signed before the deletion can still arrive for {@link UPLOAD_URL_SECONDS} seconds: only a run
 * that starts after that time finishes the removal.
 *
 * @param timeLeft - whether there is time for another page
 * @returns whether nothing is left, for good
 */
export async function purgeAccount(userId: string, timeLeft: TimeLeft): Promise<boolean> {
  const person = await getPerson(userId, { consistent: true });
  if (!isDeleted(person)) return true;
  const settled = Date.parse(person.deletedAt) + UPLOAD_URL_SECONDS * 1000 < Date.now();
  await removeSignIn(userId);
  const steps: (() => Promise<boolean>)[] = [
    ...typesIn(PURGE_OWNED).map((type) => () => purgeOwnedPage(type, userId, timeLeft)),
    ...STORAGE_PURPOSES.map((purpose) => () => purgeObjects(userId, purpose)),
    ...typesIn(PURGE_ROW).map((type) => () => purgeRows(type, userId, timeLeft)),
  ];
  for (const step of steps) {
    while (await step()) if (!timeLeft()) return false;
  }
  if (settled) await finishAccountRemoval(userId);
  return settled;
}

/** Removes one page of items that the member owns. Returns whether there may be more. */
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

/** Removes rows of the member's partition. Returns whether there may be more. */
async function purgeRows(type: keyof typeof PURGE_ROW, userId: string, timeLeft: TimeLeft): Promise<boolean> {
  let next: Awaited<ReturnType<typeof readMemberRows>>['next'] | undefined;
  do {
    const page = await readMemberRows(userId, type, PAGE_SIZE, next ?? undefined);
    await Promise.all(page.rows.map((row) => PURGE_ROW[type](userId, sortIdOf(type, row), row)));
    next = page.next;
  } while (next && timeLeft());
  return next !== null;
}

/** Removes one page of the member's objects. Returns whether there may be more. */
async function purgeObjects(userId: string, purpose: StoragePurpose): Promise<boolean> {
  const { keys, next } = await listObjects(purpose, { count: PAGE_SIZE, userId });
  await Promise.all(keys.map(deleteObject));
  return next !== undefined;
}

/** The partner keeps their side of a conversation. If the partner has left as well, its messages go. */
async function purgeInboxRow(userId: string, otherId: string, row: MemberRow): Promise<void> {
  const other = await getPerson(otherId, { consistent: true });
  if (!other || isDeleted(other)) {
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

import { purgeFollow } from '../table/follow.ts';
import { conversationId, type ItemKey } from '../table/keys.ts';
import { purgeLike } from '../table/like.ts';
import { purgeConversation } from '../table/message.ts';
import { deleteOwnRow, type OwnRow, readOwnRows } from '../table/own-rows.ts';
import { getPerson, isDeleted } from '../table/profile.ts';
import { closeSocket } from '../table/socket.ts';

const PAGE_SIZE = 100;

/** What a member's own partition holds beside their profile. */
export type OwnRows = 'LIKE#' | 'FOLLOWING#' | 'FOLLOWER#' | 'DEED#' | 'LEDGER#' | 'INBOX#' | 'SOCKET#' | 'ORDER#';

/**
 * Removes a page of what a deleted account's own partition holds, with what others have of it.
 *
 * @returns whether there may be more of it
 */
export async function purgeOwnRows(userId: string, prefix: OwnRows, timeLeft: () => boolean): Promise<boolean> {
  let next: Awaited<ReturnType<typeof readOwnRows>>['next'] | undefined;
  do {
    const page = await readOwnRows(userId, prefix, PAGE_SIZE, next ?? undefined);
    await Promise.all(page.rows.map((row) => purgeRow(userId, prefix, row)));
    next = page.next;
  } while (next && timeLeft());
  return next !== null;
}

function purgeRow(userId: string, prefix: OwnRows, row: OwnRow): Promise<void> {
  const about = row.sk.slice(prefix.length);
  if (prefix === 'LIKE#') return purgeLike(userId, likedItem(about));
  if (prefix === 'FOLLOWING#') return purgeFollow(userId, about, userId);
  if (prefix === 'FOLLOWER#') return purgeFollow(about, userId, userId);
  if (prefix === 'INBOX#') return purgeInboxRow(userId, about, row);
  if (prefix === 'SOCKET#') return closeSocket(userId, about);
  // Money that changed hands is accounted for, under an id that names nobody.
  if (prefix === 'LEDGER#' && row.purchasedCm) return Promise.resolve();
  return deleteOwnRow(row);
}

/** The other keeps their side of a conversation (decision 25). When they have left as well, its messages go. */
async function purgeInboxRow(userId: string, otherId: string, row: OwnRow): Promise<void> {
  const other = await getPerson(otherId, { consistent: true });
  if (!other || isDeleted(other)) {
    while (await purgeConversation(conversationId(userId, otherId)));
  }
  await deleteOwnRow(row);
}

function likedItem(pk: string): ItemKey {
  return { pk, sk: pk.startsWith('FILE#') ? 'FILE' : 'POST' };
}

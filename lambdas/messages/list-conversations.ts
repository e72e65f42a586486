import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { messages } from '../../shared/contract/messages.ts';
import { UNREAD_BADGE_MAX } from '../../shared/depth/limits.ts';
import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { countUnread, getInboxRows, readInbox } from '../table/inbox.ts';
import { conversationId } from '../table/keys.ts';
import { openPage } from '../table/paging.ts';
import { userCards } from '../users/user-cards.ts';

/**
 * One page of the caller's inbox, the latest conversation first, and how many of all are unread.
 *
 * @throws InvalidCursor when the cursor belongs to another member
 */
export async function listConversations(
  caller: Caller,
  { limit, cursor }: Input<typeof messages.conversations>,
): Promise<Response<typeof messages.conversations>> {
  const viewer = await viewerOf(caller);
  const { from, seal } = await openPage(viewer, ['conversations'], cursor);
  const [{ otherIds, unread: ofPage, next }, unread] = await Promise.all([
    readInbox(caller.userId, limit, from),
    countUnread(caller.userId),
  ]);
  const [rows, users] = await Promise.all([getInboxRows(caller.userId, otherIds), userCards(otherIds)]);
  // The index may be behind the rows: of this page's conversations, what the rows say counts.
  const counted = otherIds.reduce((sum, id) => sum + (rows.get(id)?.unreadCount ?? 0), 0);
  return {
    conversations: users.flatMap((user) => {
      const row = rows.get(user.id);
      if (!row) return [];
      const { lastMessage, lastMessageId, unreadCount } = row;
      return {
        id: conversationId(caller.userId, user.id),
        user,
        lastMessage: { id: lastMessageId, ...lastMessage },
        lastUpdated: lastMessage.timestamp,
        unreadCount,
      };
    }),
    unreadTotal: Math.min(Math.max(0, unread - ofPage) + counted, UNREAD_BADGE_MAX + 1),
    cursor: seal(next),
  };
}

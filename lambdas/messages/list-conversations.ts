import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { messages } from '../../shared/contract/messages.ts';
import { UNREAD_BADGE_MAX } from '../../shared/depth/limits.ts';
import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { countUnread, getInboxRows, readInbox } from '../table/inbox.ts';
import { conversationId } from '../table/keys.ts';
import { openPage } from '../table/paging.ts';
import { getPeople } from '../table/profile.ts';
import { presentCard } from '../users/user-cards.ts';

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
  const [rows, people] = await Promise.all([getInboxRows(caller.userId, otherIds), getPeople(otherIds)]);
  // The index may be behind the rows: of this page's conversations, what the rows say counts.
  const counted = otherIds.reduce((sum, id) => sum + (rows.get(id)?.unreadCount ?? 0), 0);
  return {
    conversations: otherIds.flatMap((otherId) => {
      const row = rows.get(otherId);
      if (!row) return [];
      const { lastMessage, lastMessageId, unreadCount } = row;
      return {
        id: conversationId(caller.userId, otherId),
        // Whoever has written once and is nobody now has left long ago.
        user: presentCard(otherId, people.get(otherId) ?? { userId: otherId, deletedAt: '' }),
        lastMessage: { id: lastMessageId, ...lastMessage },
        lastUpdated: lastMessage.timestamp,
        unreadCount,
      };
    }),
    unreadTotal: Math.min(Math.max(0, unread - ofPage) + counted, UNREAD_BADGE_MAX + 1),
    cursor: seal(next),
  };
}

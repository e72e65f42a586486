import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { messages } from '../../shared/contract/messages.ts';
import { UNREAD_BADGE_MAX } from '../../shared/rules/limits.ts';
import { findIdentities } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import { buildPartnerCard } from '../members/user-card.ts';
import type { Caller } from '../platform/identity.ts';
import { countUnread, readInbox } from '../table/inbox-page.ts';
import { conversationId } from '../table/keys.ts';
import { openPage } from '../table/paging.ts';

/**
 * Lists one page of the caller's inbox, latest conversation first, and the unread total of all conversations.
 *
 * @throws InvalidCursor if the cursor belongs to another member
 */
export async function listConversations(
  caller: Caller,
  { limit, cursor }: Input<typeof messages.conversations>,
): Promise<Response<typeof messages.conversations>> {
  const viewer = await loadViewer(caller);
  const { from, seal } = await openPage(viewer, ['conversations'], cursor);

  const [inboxPage, indexedUnread] = await Promise.all([
    readInbox(caller.userId, limit, from),
    countUnread(caller.userId),
  ]);
  const { rows, next } = inboxPage;
  const identities = await findIdentities(rows.map(({ otherId }) => otherId));

  // The index may lag behind the rows, so this page is counted by its rows. The two queries of the index run
  // concurrently, so their difference can be negative.
  const unreadOfPage = rows.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  const unreadOfOtherPages = Math.max(0, indexedUnread - inboxPage.unread);

  return {
    conversations: rows.map(({ otherId: partnerId, lastMessage, lastMessageId, unreadCount }) => ({
      id: conversationId(caller.userId, partnerId),
      user: buildPartnerCard(partnerId, identities.get(partnerId)),
      lastMessage: { id: lastMessageId, ...lastMessage },
      lastUpdated: lastMessage.timestamp,
      unreadCount,
    })),
    // One more than the badge can show, so that the page shows "99+".
    unreadTotal: Math.min(unreadOfOtherPages + unreadOfPage, UNREAD_BADGE_MAX + 1),
    cursor: seal(next),
  };
}

/*
 * Builds the rows of the inbox from the server's pages, and from the messages and watermarks that the socket has
 * delivered since. The IDs of messages are ULIDs, so comparing two IDs compares the times of their messages.
 */
import type { Conversation, Message } from '../../../../../shared/contract/messages.ts';
import type { UserCard } from '../../../../../shared/contract/users.ts';
import { UNREAD_BADGE_MAX } from '../../../../../shared/rules/limits.ts';

/** Maximum length of a row's text, in characters. */
const MAX_PREVIEW_LENGTH = 120;

/** One page of the inbox, as the server returns it. */
export interface InboxPage {
  readonly conversations: readonly Conversation[];
  /** The server's number of unread conversations on all pages. */
  readonly unreadTotal: number;
  /** The cursor of the next page; null on the last. */
  readonly cursor: string | null;
}

/** The socket's updates of one conversation. No field moves back, so frames can arrive in any order. */
interface ConversationUpdate {
  /** The last message of either member. */
  readonly lastMessage?: Conversation['lastMessage'];
  /** The ID of the partner's last message. */
  readonly lastPartnerMessageId?: string;
  /** The member's watermark: the ID of the newest message that they have read. */
  readonly readUpTo?: string;
}

/** The socket's updates, by the partner's ID. */
export type InboxUpdates = ReadonlyMap<string, ConversationUpdate>;

/** One row of the inbox. */
export interface InboxRow {
  readonly userId: string;
  /** Undefined for a new partner, until the server returns the row. */
  readonly user: UserCard | undefined;
  readonly lastMessage: Conversation['lastMessage'];
  /** The number of unread conversations with this partner, usually 0 or 1. */
  readonly unreadCount: number;
}

/** Returns the updates with a message from the socket. */
export function withMessageUpdate(updates: InboxUpdates, partnerId: string, message: Message): InboxUpdates {
  const { id, content, sender, timestamp } = message;
  const previousUpdate = updates.get(partnerId) ?? {};
  const { lastMessage: previousMessage, lastPartnerMessageId: previousId } = previousUpdate;

  const newMessage = { id, content: cutToPreview(content), senderId: sender, timestamp };
  const lastMessage = previousMessage && previousMessage.id > id ? previousMessage : newMessage;
  const lastPartnerMessageId = sender === partnerId ? maxId(previousId, id) : previousId;

  return new Map(updates).set(partnerId, {
    ...previousUpdate,
    lastMessage,
    ...(lastPartnerMessageId && { lastPartnerMessageId }),
  });
}

/** Returns the updates with the member's watermark, which they have moved in this tab or on another device. */
export function withReadUpdate(updates: InboxUpdates, partnerId: string, upTo: string): InboxUpdates {
  const previousUpdate = updates.get(partnerId) ?? {};
  const readUpTo = maxId(previousUpdate.readUpTo, upTo);
  if (readUpTo === previousUpdate.readUpTo) return updates;

  return new Map(updates).set(partnerId, { ...previousUpdate, readUpTo });
}

/**
 * Returns the rows of the inbox, newest first: the server's pages with the socket's updates applied.
 *
 * Of several conversations with the same partner, only the latest is kept, with the sum of their unread counts.
 */
export function buildInboxRows(pages: readonly InboxPage[], updates: InboxUpdates): InboxRow[] {
  const rows = new Map<string, InboxRow>();

  for (const conversation of findDistinctConversations(pages)) {
    const row = applyUpdate(conversation, updates.get(conversation.user.id));
    const otherRow = rows.get(row.userId);
    const latestRow = otherRow && otherRow.lastMessage.id > row.lastMessage.id ? otherRow : row;
    const unreadCount = row.unreadCount + (otherRow?.unreadCount ?? 0);
    rows.set(row.userId, { ...latestRow, unreadCount });
  }

  // Adds the partners whose conversations only the socket has reported.
  const oldestId = findOldestLoadedId(pages);
  for (const [userId, update] of updates) {
    const { lastMessage } = update;
    if (!lastMessage || rows.has(userId) || lastMessage.id < oldestId) continue;

    rows.set(userId, { userId, user: undefined, lastMessage, unreadCount: isUnread(update) ? 1 : 0 });
  }

  return [...rows.values()].sort((a, b) => (a.lastMessage.id > b.lastMessage.id ? -1 : 1));
}

/**
 * Returns the ID of the oldest last message on the loaded pages, or an empty string if all pages are loaded. Older
 * conversations have a row on a later page.
 */
function findOldestLoadedId(pages: readonly InboxPage[]): string {
  const lastPage = pages.at(-1);
  return lastPage?.cursor ? (lastPage.conversations.at(-1)?.lastMessage.id ?? '') : '';
}

/** Returns the number of unread conversations, at most {@link UNREAD_BADGE_MAX} + 1. */
export function countUnread(pages: readonly InboxPage[], updates: InboxUpdates): number {
  const [firstPage] = pages;
  // Only the server's total includes conversations on pages that aren't loaded. If all pages are loaded, ignore the
  // total: it comes from an index, which may lag behind the rows.
  const isComplete = pages.at(-1)?.cursor === null;
  const notLoadedCount = isComplete ? 0 : (firstPage?.unreadTotal ?? 0) - sumUnread(findDistinctConversations(pages));

  // Rows without a user come from the socket only. The server's total already includes those that are older than the
  // newest conversation of its first page.
  const newestId = firstPage?.conversations[0]?.lastMessage.id ?? '';
  const countedRows = buildInboxRows(pages, updates).filter(
    ({ user, lastMessage }) => user || lastMessage.id > newestId,
  );

  return Math.min(Math.max(0, notLoadedCount) + sumUnread(countedRows), UNREAD_BADGE_MAX + 1);
}

/** Returns the row of a conversation with the socket's updates. */
function applyUpdate({ user, lastMessage, unreadCount }: Conversation, update: ConversationUpdate = {}): InboxRow {
  const { lastMessage: updatedMessage, lastPartnerMessageId = '', readUpTo = '' } = update;
  // The server's count includes all messages up to the last message in the response. A conversation counts as 1, even
  // if several of its messages are unread.
  const hasNewer = lastPartnerMessageId > lastMessage.id && lastPartnerMessageId > readUpTo;
  const countBefore = readUpTo >= lastMessage.id ? 0 : unreadCount;

  return {
    userId: user.id,
    user,
    lastMessage: updatedMessage && updatedMessage.id > lastMessage.id ? updatedMessage : lastMessage,
    unreadCount: hasNewer ? Math.max(1, countBefore) : countBefore,
  };
}

/** Returns the part of a message that a row can show. */
function cutToPreview(content: string): string {
  // The first cut only saves work, because a character has at most two UTF-16 code units. The second cut splits no
  // character.
  return [...content.slice(0, 2 * MAX_PREVIEW_LENGTH)].slice(0, MAX_PREVIEW_LENGTH).join('');
}

/** Returns whether the partner's last message is after the watermark. */
function isUnread({ lastPartnerMessageId = '', readUpTo = '' }: ConversationUpdate): boolean {
  return lastPartnerMessageId > readUpTo;
}

/** Returns each conversation once, in its latest state: it is on two pages if it moves between their requests. */
function findDistinctConversations(pages: readonly InboxPage[]): Conversation[] {
  const latestById = new Map<string, Conversation>();
  for (const conversation of pages.flatMap(({ conversations }) => conversations)) {
    const otherConversation = latestById.get(conversation.id);
    const isLatest = !otherConversation || otherConversation.lastMessage.id < conversation.lastMessage.id;
    if (isLatest) latestById.set(conversation.id, conversation);
  }

  return [...latestById.values()];
}

/** Returns the sum of the unread counts of rows or conversations. */
function sumUnread(rows: readonly { readonly unreadCount: number }[]): number {
  return rows.reduce((total, { unreadCount }) => total + unreadCount, 0);
}

/** Returns the ID of the newer message. */
function maxId(a: string | undefined, b: string): string {
  return a !== undefined && a > b ? a : b;
}

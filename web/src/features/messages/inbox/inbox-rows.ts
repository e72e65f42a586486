import type { Conversation, Message } from '../../../../../shared/contract/messages.ts';
import type { UserCard } from '../../../../../shared/contract/users.ts';
import { UNREAD_BADGE_MAX } from '../../../../../shared/rules/limits.ts';

const MAX_PREVIEW_LENGTH = 120;

/** One page of the inbox, as the server returns it. */
export interface InboxPage {
  readonly conversations: readonly Conversation[];
  readonly unreadTotal: number;
  /** The cursor of the next page; null on the last. */
  readonly cursor: string | null;
}

/** What the socket reported about one conversation. No field moves back, so frames can arrive in any order. */
interface ConversationUpdate {
  readonly last?: Conversation['lastMessage'];
  /** The ID of the partner's last message. */
  readonly lastFromPartner?: string;
  /** The member's watermark. */
  readonly readUpTo?: string;
}

/** The socket's updates, by partner. */
export type InboxUpdates = ReadonlyMap<string, ConversationUpdate>;

/** One row of the inbox. */
export interface InboxRow {
  readonly userId: string;
  /** Undefined for a new partner, until the server returns the row. */
  readonly user: UserCard | undefined;
  readonly lastMessage: Conversation['lastMessage'];
  readonly unreadCount: number;
}

/** Adds a message from the socket. */
export function withMessageUpdate(updates: InboxUpdates, partnerId: string, message: Message): InboxUpdates {
  const { id, content, sender, timestamp } = message;
  const before = updates.get(partnerId) ?? {};
  const newLastMessage = { id, content: preview(content), senderId: sender, timestamp };
  const lastMessage = before.last && before.last.id > id ? before.last : newLastMessage;
  const lastFromPartner = sender === partnerId ? maxId(before.lastFromPartner, id) : before.lastFromPartner;
  return new Map(updates).set(partnerId, { ...before, last: lastMessage, ...(lastFromPartner && { lastFromPartner }) });
}

/** Moves the member's watermark, as set in this tab or elsewhere. */
export function withReadUpdate(updates: InboxUpdates, partnerId: string, upTo: string): InboxUpdates {
  const before = updates.get(partnerId) ?? {};
  const readUpTo = maxId(before.readUpTo, upTo);
  return readUpTo === before.readUpTo ? updates : new Map(updates).set(partnerId, { ...before, readUpTo });
}

/**
 * Returns the rows of the inbox, newest first: the server's pages with the socket's updates applied.
 *
 * Of several conversations with the same partner, only the latest is kept, with the sum of their unread counts.
 */
export function inboxRows(pages: readonly InboxPage[], updates: InboxUpdates): InboxRow[] {
  const rows = new Map<string, InboxRow>();
  for (const conversation of distinctConversations(pages)) {
    const row = applyUpdate(conversation, updates.get(conversation.user.id));
    const existingRow = rows.get(row.userId);
    const [latestRow, otherRow] =
      existingRow && existingRow.lastMessage.id > row.lastMessage.id ? [existingRow, row] : [row, existingRow];
    rows.set(row.userId, { ...latestRow, unreadCount: latestRow.unreadCount + (otherRow?.unreadCount ?? 0) });
  }

  const oldestId = oldestLoadedId(pages);
  for (const [userId, { last, ...rest }] of updates) {
    if (!last || rows.has(userId) || last.id < oldestId) continue;
    rows.set(userId, { userId, user: undefined, lastMessage: last, unreadCount: isUnread(rest) ? 1 : 0 });
  }

  return [...rows.values()].sort((a, b) => (a.lastMessage.id > b.lastMessage.id ? -1 : 1));
}

/** Returns the oldest last message on the loaded pages. Older conversations have a row on a later page. */
function oldestLoadedId(pages: readonly InboxPage[]): string {
  const lastPage = pages.at(-1);
  return lastPage?.cursor ? (lastPage.conversations.at(-1)?.lastMessage.id ?? '') : '';
}

/** Returns the number of unread messages, at most {@link UNREAD_BADGE_MAX} + 1. */
export function unreadTotal(pages: readonly InboxPage[], updates: InboxUpdates): number {
  const [firstPage] = pages;
  // Only the server's total includes conversations on pages that aren't loaded. If all pages are loaded, ignore it:
  // it comes from an index, which may lag behind the rows.
  const isComplete = pages.at(-1)?.cursor === null;
  const notLoaded = isComplete ? 0 : (firstPage?.unreadTotal ?? 0) - sum(distinctConversations(pages));
  const newestId = firstPage?.conversations[0]?.lastMessage.id ?? '';
  const rows = inboxRows(pages, updates).filter(({ user, lastMessage }) => user || lastMessage.id > newestId);
  return Math.min(Math.max(0, notLoaded) + sum(rows), UNREAD_BADGE_MAX + 1);
}

function applyUpdate({ user, lastMessage, unreadCount }: Conversation, update: ConversationUpdate = {}): InboxRow {
  const { last, lastFromPartner = '', readUpTo = '' } = update;
  // The server's count covers everything up to its own last message.
  const hasNewer = lastFromPartner > lastMessage.id && lastFromPartner > readUpTo;
  const countBefore = readUpTo >= lastMessage.id ? 0 : unreadCount;

  return {
    userId: user.id,
    user,
    lastMessage: last && last.id > lastMessage.id ? last : lastMessage,
    unreadCount: hasNewer ? Math.max(1, countBefore) : countBefore,
  };
}

/** Returns the part of a message that a row can show. */
function preview(content: string): string {
  return [...content.slice(0, 2 * MAX_PREVIEW_LENGTH)].slice(0, MAX_PREVIEW_LENGTH).join('');
}

function isUnread({ lastFromPartner = '', readUpTo = '' }: ConversationUpdate): boolean {
  return lastFromPartner > readUpTo;
}

/** Returns each conversation once: it may move to another page between two requests. */
function distinctConversations(pages: readonly InboxPage[]): Conversation[] {
  const latestById = new Map<string, Conversation>();
  for (const conversation of pages.flatMap(({ conversations }) => conversations)) {
    const existingConversation = latestById.get(conversation.id);
    if (!existingConversation || existingConversation.lastMessage.id < conversation.lastMessage.id)
      latestById.set(conversation.id, conversation);
  }
  return [...latestById.values()];
}

function sum(rows: readonly { readonly unreadCount: number }[]): number {
  return rows.reduce((total, { unreadCount }) => total + unreadCount, 0);
}

function maxId(a: string | undefined, b: string): string {
  return a !== undefined && a > b ? a : b;
}

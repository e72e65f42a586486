import type { Conversation, Message } from '../../../../../shared/contract/messages.ts';
import type { UserCard } from '../../../../../shared/contract/users.ts';
import { UNREAD_BADGE_MAX } from '../../../../../shared/depth/limits.ts';

const PREVIEW_LENGTH = 120;

/** One page of the inbox, as the server answers. */
export interface InboxPage {
  readonly conversations: readonly Conversation[];
  readonly unreadTotal: number;
  /** Of the next page; null after the last. */
  readonly cursor: string | null;
}

/** What the socket has told of one conversation. Nothing of it moves back, so that it may be told in any order. */
interface Heard {
  readonly last?: Conversation['lastMessage'];
  /** The last message of the other. */
  readonly lastOfOther?: string;
  /** Up to which message the member has read. */
  readonly readUpTo?: string;
}

/** What the socket has told, by the other's id. */
export type HeardOf = ReadonlyMap<string, Heard>;

/** One row of the inbox. */
export interface InboxRow {
  readonly userId: string;
  /** Undefined until somebody who has just written for the first time is known. */
  readonly user: UserCard | undefined;
  readonly lastMessage: Conversation['lastMessage'];
  readonly unreadCount: number;
}

/** With a message of the conversation with `otherId`. */
export function withHeardMessage(heard: HeardOf, otherId: string, message: Message): HeardOf {
  const { id, content, sender, timestamp } = message;
  const before = heard.get(otherId) ?? {};
  const fresh = { id, content: preview(content), senderId: sender, timestamp };
  const last = before.last && before.last.id > id ? before.last : fresh;
  const lastOfOther = sender === otherId ? later(before.lastOfOther, id) : before.lastOfOther;
  return new Map(heard).set(otherId, { ...before, last, ...(lastOfOther && { lastOfOther }) });
}

/** With what the member has read of it, in this tab or elsewhere. */
export function withHeardRead(heard: HeardOf, otherId: string, upTo: string): HeardOf {
  const before = heard.get(otherId) ?? {};
  const readUpTo = later(before.readUpTo, upTo);
  return readUpTo === before.readUpTo ? heard : new Map(heard).set(otherId, { ...before, readUpTo });
}

/**
 * The inbox, newest first: what the server has answered, moved on by what the socket has told since. Of several
 * conversations with the same person only the latest is kept, with the unread counts of all.
 */
export function inboxRows(pages: readonly InboxPage[], heard: HeardOf): InboxRow[] {
  const rows = new Map<string, InboxRow>();
  for (const conversation of distinctConversations(pages)) {
    const row = withHeard(conversation, heard.get(conversation.user.id));
    const same = rows.get(row.userId);
    const [latest, other] = same && same.lastMessage.id > row.lastMessage.id ? [same, row] : [row, same];
    rows.set(row.userId, { ...latest, unreadCount: latest.unreadCount + (other?.unreadCount ?? 0) });
  }
  const reached = reachedBy(pages);
  for (const [userId, { last, ...rest }] of heard) {
    if (!last || rows.has(userId) || last.id < reached) continue;
    rows.set(userId, { userId, user: undefined, lastMessage: last, unreadCount: isUnread(rest) ? 1 : 0 });
  }
  return [...rows.values()].sort((one, other) => (one.lastMessage.id > other.lastMessage.id ? -1 : 1));
}

/** The last message down to which every conversation is on these pages: what is older has a row on a page to come. */
function reachedBy(pages: readonly InboxPage[]): string {
  const last = pages.at(-1);
  return last?.cursor ? (last.conversations.at(-1)?.lastMessage.id ?? '') : '';
}

/** How many messages are unread in all: {@link UNREAD_BADGE_MAX} + 1 stands for any number above. */
export function unreadTotal(pages: readonly InboxPage[], heard: HeardOf): number {
  const [first] = pages;
  // Conversations further down than was asked for are in the server's sum alone. Where there are none, the sum is not
  // needed: it is counted by an index, which may be behind the rows.
  const isWhole = pages.at(-1)?.cursor === null;
  const further = isWhole ? 0 : (first?.unreadTotal ?? 0) - sum(distinctConversations(pages));
  const newest = first?.conversations[0]?.lastMessage.id ?? '';
  const rows = inboxRows(pages, heard).filter(({ user, lastMessage }) => user || lastMessage.id > newest);
  return Math.min(Math.max(0, further) + sum(rows), UNREAD_BADGE_MAX + 1);
}

function withHeard({ user, lastMessage, unreadCount }: Conversation, heard: Heard = {}): InboxRow {
  const { last, lastOfOther = '', readUpTo = '' } = heard;
  // The answer knows of everything up to its own last message.
  const since = lastOfOther > lastMessage.id && lastOfOther > readUpTo;
  const before = readUpTo >= lastMessage.id ? 0 : unreadCount;
  return {
    userId: user.id,
    user,
    lastMessage: last && last.id > lastMessage.id ? last : lastMessage,
    unreadCount: since ? Math.max(1, before) : before,
  };
}

/** As much of a message as a row can show. */
function preview(content: string): string {
  return [...content.slice(0, 2 * PREVIEW_LENGTH)].slice(0, PREVIEW_LENGTH).join('');
}

function isUnread({ lastOfOther = '', readUpTo = '' }: Heard): boolean {
  return lastOfOther > readUpTo;
}

/** A conversation may move from one page to another while one is paging. */
function distinctConversations(pages: readonly InboxPage[]): Conversation[] {
  const latest = new Map<string, Conversation>();
  for (const conversation of pages.flatMap(({ conversations }) => conversations)) {
    const held = latest.get(conversation.id);
    if (!held || held.lastMessage.id < conversation.lastMessage.id) latest.set(conversation.id, conversation);
  }
  return [...latest.values()];
}

function sum(rows: readonly { readonly unreadCount: number }[]): number {
  return rows.reduce((total, { unreadCount }) => total + unreadCount, 0);
}

function later(one: string | undefined, other: string): string {
  return one !== undefined && one > other ? one : other;
}

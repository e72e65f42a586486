import type { InboxRow } from '../inbox/inbox-rows.ts';

/** One message that somebody was told of. */
export interface Notice {
  readonly messageId: string;
  /** Who wrote it. */
  readonly userId: string;
  readonly content: string;
  readonly timestamp: string;
}

/** How many are kept (specification §9). */
const KEPT = 5;

/** With one more, the newest first. */
export function withNotice(notices: readonly Notice[], notice: Notice): readonly Notice[] {
  if (notices.some(({ messageId }) => messageId === notice.messageId)) return notices;
  return [...notices, notice].sort((one, other) => (one.messageId > other.messageId ? -1 : 1)).slice(0, KEPT);
}

/** What the unread rows of an inbox would have been noticed for. */
export function noticesOf(rows: readonly InboxRow[]): Notice[] {
  return rows
    .filter(({ userId, unreadCount, lastMessage }) => unreadCount > 0 && lastMessage.senderId === userId)
    .map(({ userId, lastMessage: { id, content, timestamp } }) => ({ messageId: id, userId, content, timestamp }));
}

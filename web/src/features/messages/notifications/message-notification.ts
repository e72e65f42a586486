import type { InboxRow } from '../inbox/inbox-rows.ts';

/** An unread message, as the bell and browser notifications show it. */
export interface MessageNotification {
  readonly messageId: string;
  /** The sender. */
  readonly userId: string;
  readonly content: string;
  readonly timestamp: string;
}

/** Maximum notifications in the list of the bell. See docs/product.md#interface. */
const MAX_NOTIFICATIONS = 5;

/** Adds a notification, newest first. Returns the same array if the notification is already listed. */
export function withNotification(
  notifications: readonly MessageNotification[],
  notification: MessageNotification,
): readonly MessageNotification[] {
  if (notifications.some(({ messageId }) => messageId === notification.messageId)) return notifications;
  return [...notifications, notification]
    .sort((a, b) => (a.messageId > b.messageId ? -1 : 1))
    .slice(0, MAX_NOTIFICATIONS);
}

/** Returns a notification for each inbox row with an unread message from the partner. */
export function buildUnreadNotifications(rows: readonly InboxRow[]): MessageNotification[] {
  return rows
    .filter(({ userId, unreadCount, lastMessage }) => unreadCount > 0 && lastMessage.senderId === userId)
    .map(({ userId, lastMessage: { id, content, timestamp } }) => ({ messageId: id, userId, content, timestamp }));
}

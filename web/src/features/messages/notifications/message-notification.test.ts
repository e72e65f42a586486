import { describe, expect, it } from 'vitest';
import { buildUnreadNotifications, type MessageNotification, withNotification } from './message-notification.ts';

const buildNotification = (number: number): MessageNotification => ({
  messageId: `01M${number}`,
  userId: 'ada',
  content: `Message ${number}`,
  timestamp: '2026-03-01T10:00:00Z',
});

describe('message notifications', () => {
  it('keeps the five newest notifications, each once', () => {
    const notifications = [3, 1, 2, 2, 6, 4, 5]
      .map(buildNotification)
      .reduce(withNotification, [] as readonly MessageNotification[]);

    expect(notifications.map(({ content }) => content)).toEqual([6, 5, 4, 3, 2].map((number) => `Message ${number}`));
  });

  it("skips read rows, and rows whose last message is the viewer's", () => {
    const buildLastMessage = (senderId: string) => ({
      id: '01M1',
      content: 'Ahoy',
      senderId,
      timestamp: '2026-03-01T10:00:00Z',
    });

    const rows = [
      { userId: 'ada', user: undefined, lastMessage: buildLastMessage('ada'), unreadCount: 1 },
      { userId: 'bo', user: undefined, lastMessage: buildLastMessage('bo'), unreadCount: 0 },
      { userId: 'cleo', user: undefined, lastMessage: buildLastMessage('me'), unreadCount: 1 },
    ];

    expect(buildUnreadNotifications(rows)).toEqual([
      { messageId: '01M1', userId: 'ada', content: 'Ahoy', timestamp: '2026-03-01T10:00:00Z' },
    ]);
  });
});

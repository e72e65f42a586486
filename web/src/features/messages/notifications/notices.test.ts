import { expect, it } from 'vitest';
import { type Notice, noticesOf, withNotice } from './notices.ts';

const noticeOf = (number: number): Notice => ({
  messageId: `01M${number}`,
  userId: 'ada',
  content: `Message ${number}`,
  timestamp: '2026-03-01T10:00:00Z',
});

it('keeps the five most recent, each once', () => {
  const kept = [3, 1, 2, 2, 6, 4, 5].map(noticeOf).reduce(withNotice, [] as readonly Notice[]);
  expect(kept.map(({ content }) => content)).toEqual([6, 5, 4, 3, 2].map((number) => `Message ${number}`));
});

it('begins with what is unread, and was not written by the member', () => {
  const last = (senderId: string) => ({ id: '01M1', content: 'Ahoy', senderId, timestamp: '2026-03-01T10:00:00Z' });
  const rows = [
    { userId: 'ada', user: undefined, lastMessage: last('ada'), unreadCount: 1 },
    { userId: 'bo', user: undefined, lastMessage: last('bo'), unreadCount: 0 },
    { userId: 'cleo', user: undefined, lastMessage: last('me'), unreadCount: 1 },
  ];
  expect(noticesOf(rows)).toEqual([
    { messageId: '01M1', userId: 'ada', content: 'Ahoy', timestamp: '2026-03-01T10:00:00Z' },
  ]);
});

import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { chatItems, dayLabel, firstUnread } from './chat-items.ts';

/** Noon of March 10, 2026. Months count from 0. */
const now = new Date(2026, 2, 10, 12);

const buildMessage = (id: string, sender: string, sentAt: Date): Message => ({
  id,
  clientMessageId: `client-${id}`,
  sender,
  recipient: '',
  content: id,
  timestamp: sentAt.toISOString(),
});

const messages = [
  buildMessage('1', 'ada', new Date(2026, 2, 8, 23, 59)),
  buildMessage('2', 'me', new Date(2026, 2, 9, 0, 1)),
  buildMessage('3', 'ada', new Date(2026, 2, 9, 8)),
  buildMessage('4', 'ada', new Date(2026, 2, 10, 9)),
];

describe('chatItems', () => {
  it('puts separators between days, and the marker above the first new message', () => {
    const texts = chatItems(messages, 'me', '4', now).map((item) => {
      if (item.kind === 'day') return item.label;
      return item.kind === 'new' ? 'new' : item.message.content;
    });

    expect(texts).toEqual(['Sunday, March 8', '1', 'Yesterday', '2', '3', 'Today', 'new', '4']);
  });

  it('keys own messages by client message ID, and others by message ID', () => {
    const keys = chatItems(messages, 'me').flatMap((item) => (item.kind === 'message' ? item.key : []));
    expect(keys).toEqual(['1', 'client-2', '3', '4']);
  });
});

describe('dayLabel', () => {
  it.each([
    [new Date(2026, 2, 10, 0, 0), 'Today'],
    [new Date(2026, 2, 9, 23, 59), 'Yesterday'],
    [new Date(2026, 0, 2), 'Friday, January 2'],
    [new Date(2025, 2, 10), 'Monday, March 10, 2025'],
  ])('labels %s as %s', (day, label) => expect(dayLabel(day, now)).toBe(label));
});

describe('firstUnread', () => {
  it("ignores the viewer's own messages", () => {
    expect(firstUnread(messages, 'ada', '')).toBe('1');
    expect(firstUnread(messages, 'ada', '1')).toBe('3');
    expect(firstUnread(messages, 'ada', '4')).toBeUndefined();
  });
});

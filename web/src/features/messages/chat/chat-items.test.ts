/** Tests of the rows of a chat: messages, separators between days, and the marker above new messages. */
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { buildChatItems, findFirstUnreadId, formatDay } from './chat-items.ts';

/** Noon of March 10, 2026. Months count from 0. */
const now = new Date(2026, 2, 10, 12);
const VIEWER = 'me';
const PARTNER = 'ada';

const buildMessage = (id: string, sender: string, sentAt: Date): Message => ({
  id,
  clientMessageId: `client-${id}`,
  sender,
  recipient: '',
  content: id,
  timestamp: sentAt.toISOString(),
});

const messages = [
  buildMessage('1', PARTNER, new Date(2026, 2, 8, 23, 59)),
  buildMessage('2', VIEWER, new Date(2026, 2, 9, 0, 1)),
  buildMessage('3', PARTNER, new Date(2026, 2, 9, 8)),
  buildMessage('4', PARTNER, new Date(2026, 2, 10, 9)),
];

describe('buildChatItems', () => {
  it('puts separators between days, and the marker above the first new message', () => {
    const firstNewId = '4';

    const rows = buildChatItems(messages, VIEWER, firstNewId, now).map((item) => {
      if (item.kind === 'day') return item.label;
      return item.kind === 'new' ? 'marker' : item.message.content;
    });

    expect(rows).toEqual(['Sunday, March 8', '1', 'Yesterday', '2', '3', 'Today', 'marker', '4']);
  });

  it('keys own messages by client message ID, and others by message ID', () => {
    const keys = buildChatItems(messages, VIEWER).flatMap((item) => (item.kind === 'message' ? item.key : []));
    expect(keys).toEqual(['1', 'client-2', '3', '4']);
  });
});

describe('formatDay', () => {
  it.each([
    [new Date(2026, 2, 10, 0, 0), 'Today'],
    [new Date(2026, 2, 9, 23, 59), 'Yesterday'],
    [new Date(2026, 0, 2), 'Friday, January 2'],
    [new Date(2025, 2, 10), 'Monday, March 10, 2025'],
  ])('labels %s as %s', (day, label) => expect(formatDay(day, now)).toBe(label));
});

describe('findFirstUnreadId', () => {
  it("returns the partner's first message after the watermark", () => {
    expect(findFirstUnreadId(messages, PARTNER, '')).toBe('1');
    // Message 2 is the viewer's own.
    expect(findFirstUnreadId(messages, PARTNER, '1')).toBe('3');
    expect(findFirstUnreadId(messages, PARTNER, '4')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { chatItems, dayLabel, firstUnseen } from './chat-items.ts';

const now = new Date(2026, 2, 10, 12);

const messageOf = (id: string, sender: string, written: Date): Message => ({
  id,
  clientMessageId: `client-${id}`,
  sender,
  recipient: '',
  content: id,
  timestamp: written.toISOString(),
});

const messages = [
  messageOf('1', 'ada', new Date(2026, 2, 8, 23, 59)),
  messageOf('2', 'me', new Date(2026, 2, 9, 0, 1)),
  messageOf('3', 'ada', new Date(2026, 2, 9, 8)),
  messageOf('4', 'ada', new Date(2026, 2, 10, 9)),
];

it('puts the days between the messages, and a mark above the first new one', () => {
  const items = chatItems(messages, 'me', '4', now).map((item) =>
    item.kind === 'day' ? item.label : item.kind === 'new' ? 'new' : item.message.content,
  );
  expect(items).toEqual(['Sunday, March 8', '1', 'Yesterday', '2', '3', 'Today', 'new', '4']);
});

it('keys own messages as they were on their way, and those of others by the id of the server', () => {
  const keys = chatItems(messages, 'me').flatMap((item) => (item.kind === 'message' ? item.key : []));
  expect(keys).toEqual(['1', 'client-2', '3', '4']);
});

describe('a day', () => {
  it.each([
    [new Date(2026, 2, 10, 0, 0), 'Today'],
    [new Date(2026, 2, 9, 23, 59), 'Yesterday'],
    [new Date(2026, 0, 2), 'Friday, January 2'],
    [new Date(2025, 2, 10), 'Monday, March 10, 2025'],
  ])('%s is called %s', (day, label) => expect(dayLabel(day, now)).toBe(label));
});

it('takes only messages of the other for new', () => {
  expect(firstUnseen(messages, 'ada', '')).toBe('1');
  expect(firstUnseen(messages, 'ada', '1')).toBe('3');
  expect(firstUnseen(messages, 'ada', '4')).toBeUndefined();
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import type { InboxRow } from '../inbox/inbox-rows.ts';
import { NotificationCenter } from './notification-center.ts';

const time = '2026-03-01T10:00:00Z';
const newMessage = (id: string, sender = 'ada'): Message => ({
  id,
  clientMessageId: `client-${id}`,
  sender,
  recipient: 'me',
  content: `Text of ${id}`,
  timestamp: time,
});
const newRow = (userId: string, id: string, unreadCount = 1): InboxRow => ({
  userId,
  user: undefined,
  lastMessage: { id, content: `Text of ${id}`, senderId: userId, timestamp: time },
  unreadCount,
});

let shownIds: string[];
let openChat: string | undefined;
let center: NotificationCenter;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', undefined);
  shownIds = [];
  openChat = undefined;
  center = new NotificationCenter(
    ({ messageId }) => {
      shownIds.push(messageId);
      return { close: () => {} };
    },
    (userId) => userId === openChat,
  );
});

afterEach(() => {
  center.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listedIds = () => center.recent.value.map(({ messageId }) => messageId);

describe('NotificationCenter', () => {
  it('lists messages that were unread at page load, but shows browser notifications only for later ones', async () => {
    center.compare([newRow('ada', 'm2'), newRow('bo', 'm1')]);
    center.add(newMessage('m3', 'cleo'));
    await vi.runAllTimersAsync();
    expect(listedIds()).toEqual(['m3', 'm2', 'm1']);
    expect(shownIds).toEqual(['m3']);
  });

  it('notifies once of messages that arrived without a connection', async () => {
    center.compare([newRow('ada', 'm1')]);
    center.add(newMessage('m2'));
    center.compare([newRow('bo', 'm3'), newRow('ada', 'm2')]);
    center.compare([newRow('bo', 'm3'), newRow('ada', 'm2')]);
    await vi.runAllTimersAsync();

    expect(shownIds.toSorted()).toEqual(['m2', 'm3']);
  });

  it('ignores read messages and the conversation that the member is viewing', async () => {
    openChat = 'ada';
    center.compare([]);
    center.add(newMessage('m1'));
    center.compare([newRow('ada', 'm2'), newRow('bo', 'm1b', 0)]);
    await vi.runAllTimersAsync();

    expect([listedIds(), shownIds]).toEqual([[], []]);
  });
});

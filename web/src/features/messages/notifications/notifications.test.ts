import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import type { InboxRow } from '../inbox/inbox-rows.ts';
import { Notifications } from './notifications.ts';

const time = '2026-03-01T10:00:00Z';
const messageOf = (id: string, sender = 'ada'): Message => ({
  id,
  clientMessageId: `client-${id}`,
  sender,
  recipient: 'me',
  content: `Text of ${id}`,
  timestamp: time,
});
const rowOf = (userId: string, id: string, unreadCount = 1): InboxRow => ({
  userId,
  user: undefined,
  lastMessage: { id, content: `Text of ${id}`, senderId: userId, timestamp: time },
  unreadCount,
});

let shown: string[];
let watched: string | undefined;
let notifications: Notifications;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', undefined);
  shown = [];
  watched = undefined;
  notifications = new Notifications(
    ({ messageId }) => {
      shown.push(messageId);
      return { close: () => {} };
    },
    (userId) => userId === watched,
  );
});

afterEach(() => {
  notifications.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listed = () => notifications.recent.value.map(({ messageId }) => messageId);

it('list what was unread when the page came, and announce only what comes later', async () => {
  notifications.compare([rowOf('ada', 'm2'), rowOf('bo', 'm1')]);
  notifications.hear(messageOf('m3', 'cleo'));
  await vi.runAllTimersAsync();
  expect(listed()).toEqual(['m3', 'm2', 'm1']);
  expect(shown).toEqual(['m3']);
});

it('announce what has come while there was no connection, once', async () => {
  notifications.compare([rowOf('ada', 'm1')]);
  notifications.hear(messageOf('m2'));
  notifications.compare([rowOf('bo', 'm3'), rowOf('ada', 'm2')]);
  notifications.compare([rowOf('bo', 'm3'), rowOf('ada', 'm2')]);
  await vi.runAllTimersAsync();
  expect(shown.toSorted()).toEqual(['m2', 'm3']);
});

it('are not for what was read, nor for what somebody is looking at', async () => {
  watched = 'ada';
  notifications.compare([]);
  notifications.hear(messageOf('m1'));
  notifications.compare([rowOf('ada', 'm2'), rowOf('bo', 'm1b', 0)]);
  await vi.runAllTimersAsync();
  expect([listed(), shown]).toEqual([[], []]);
});

/** Tests of which messages the bell lists, and which appear as notifications of the browser. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import type { InboxRow } from '../inbox/inbox-rows.ts';
import { NotificationCenter } from './notification-center.ts';

const TIME = '2026-03-01T10:00:00Z';
const buildMessage = (id: string, sender = 'ada'): Message => ({
  id,
  clientMessageId: `client-${id}`,
  sender,
  recipient: 'me',
  content: `Text of ${id}`,
  timestamp: TIME,
});
const buildRow = (userId: string, id: string, unreadCount = 1): InboxRow => ({
  userId,
  user: undefined,
  lastMessage: { id, content: `Text of ${id}`, senderId: userId, timestamp: TIME },
  unreadCount,
});

/** The message IDs of the browser notifications on screen. */
let shownIds: string[];
/** The member whose conversation is on screen. */
let viewedId: string | undefined;
let center: NotificationCenter;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', undefined);
  shownIds = [];
  viewedId = undefined;
  center = new NotificationCenter(
    ({ messageId }) => {
      shownIds.push(messageId);
      return { close: () => {} };
    },
    (userId) => userId === viewedId,
  );
});

afterEach(() => {
  center.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns the message IDs in the list of the bell. */
const listedIds = () => center.recent.value.map(({ messageId }) => messageId);

describe('NotificationCenter', () => {
  it('shows browser notifications only of messages that arrive after the page has loaded', async () => {
    center.handleInbox([buildRow('ada', 'm2'), buildRow('bo', 'm1')]);
    center.add(buildMessage('m3', 'cleo'));
    await vi.runAllTimersAsync();

    expect(listedIds()).toEqual(['m3', 'm2', 'm1']);
    expect(shownIds).toEqual(['m3']);
  });

  it('notifies once of each message that arrived without a connection', async () => {
    center.handleInbox([buildRow('ada', 'm1')]);
    center.add(buildMessage('m2'));

    // Two responses in a row list the same messages.
    center.handleInbox([buildRow('bo', 'm3'), buildRow('ada', 'm2')]);
    center.handleInbox([buildRow('bo', 'm3'), buildRow('ada', 'm2')]);
    await vi.runAllTimersAsync();

    expect(shownIds.toSorted()).toEqual(['m2', 'm3']);
  });

  it('ignores read messages and the conversation that the member is viewing', async () => {
    viewedId = 'ada';
    center.handleInbox([]);
    center.add(buildMessage('m1'));
    center.handleInbox([buildRow('ada', 'm2'), buildRow('bo', 'm1b', 0)]);
    await vi.runAllTimersAsync();

    expect(listedIds()).toEqual([]);
    expect(shownIds).toEqual([]);
  });
});

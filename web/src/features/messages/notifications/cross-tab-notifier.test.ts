import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CrossTabNotifier, type NotifierDependencies } from './cross-tab-notifier.ts';
import type { MessageNotification } from './message-notification.ts';

type Channel = NonNullable<NotifierDependencies['channel']>;

let channels: Channel[];
let shownNotifications: string[];
let closedIds: string[];

beforeEach(() => {
  vi.useFakeTimers();
  channels = [];
  shownNotifications = [];
  closedIds = [];
});

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a tab whose messages reach all other tabs. */
function newTab(name: string, random: number, isAllowed = true): CrossTabNotifier {
  const channel: Channel = {
    onmessage: null,
    postMessage: (data) => {
      for (const otherChannel of channels)
        if (otherChannel !== channel) otherChannel.onmessage?.call(null as never, { data } as MessageEvent);
    },
    close: () => {},
  };
  channels.push(channel);

  return new CrossTabNotifier({
    channel,
    random: () => random,
    show: ({ messageId }) => {
      if (!isAllowed) return undefined;
      shownNotifications.push(`${name} ${messageId}`);
      return { close: () => closedIds.push(messageId) };
    },
  });
}

const newNotification = (messageId: string, userId = 'ada'): MessageNotification => ({
  messageId,
  userId,
  content: '',
  timestamp: '',
});

describe('CrossTabNotifier', () => {
  it('notifies in one of several tabs', async () => {
    const tabs = [newTab('first', 0.9), newTab('second', 0.1), newTab('third', 0.5)];
    for (const tab of tabs) tab.notify(newNotification('m1'));
    await vi.runAllTimersAsync();
    expect(shownNotifications).toEqual(['second m1']);
  });

  it('notifies in no tab if one with the focus shows the conversation', async () => {
    const [focusedTab, otherTab] = [newTab('focused', 0), newTab('other', 0)];
    otherTab.notify(newNotification('m1'));
    focusedTab.markSeen('m1');
    await vi.runAllTimersAsync();
    expect(shownNotifications).toEqual([]);
  });

  it('leaves the notification to another tab if this one lacks permission', async () => {
    for (const tab of [newTab('forbidden', 0, false), newTab('allowed', 1)]) tab.notify(newNotification('m1'));
    await vi.runAllTimersAsync();
    expect(shownNotifications).toEqual(['allowed m1']);
  });

  it('closes only notifications of messages that were read', async () => {
    const tab = newTab('only', 0);
    for (const notification of [
      newNotification('m1'),
      newNotification('m2'),
      newNotification('m3'),
      newNotification('m1b', 'bo'),
    ])
      tab.notify(notification);
    await vi.runAllTimersAsync();
    tab.closeUpTo('ada', 'm2');

    expect(closedIds).toEqual(['m1', 'm2']);
  });

  it('stops pending notifications', async () => {
    const tab = newTab('only', 0);
    tab.notify(newNotification('m1'));
    tab.stop();
    await vi.runAllTimersAsync();
    expect(shownNotifications).toEqual([]);
  });
});

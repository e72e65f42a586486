/** Tests of notifications in several tabs. One tab notifies, and none if the message was seen. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CrossTabNotifier, type NotifierDependencies } from './cross-tab-notifier.ts';
import type { MessageNotification } from './message-notification.ts';

type Channel = NonNullable<NotifierDependencies['channel']>;

/** The channels of all open tabs. */
let channels: Channel[];
/** Each notification on screen: the name of its tab, and the message ID. */
let shownNotifications: string[];
/** The message IDs of the notifications that were closed. */
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

interface TabOptions {
  /** The tab's random number, from 0 to 1. */
  readonly random: number;
  /** Whether the tab may show notifications. */
  readonly isAllowed?: boolean;
}

/** Opens a tab whose messages reach all other tabs. The tab with the lowest random number notifies first. */
function openTab(name: string, { random, isAllowed = true }: TabOptions): CrossTabNotifier {
  const channel: Channel = {
    onmessage: null,
    postMessage: (data) => {
      for (const otherChannel of channels.filter((each) => each !== channel)) {
        otherChannel.onmessage?.call(null as never, { data } as MessageEvent);
      }
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

const buildNotification = (messageId: string, userId = 'ada'): MessageNotification => ({
  messageId,
  userId,
  content: '',
  timestamp: '',
});

describe('CrossTabNotifier', () => {
  it('notifies in one of several tabs', async () => {
    const tabs = [
      openTab('first', { random: 0.9 }),
      openTab('second', { random: 0.1 }),
      openTab('third', { random: 0.5 }),
    ];

    for (const tab of tabs) tab.notify(buildNotification('m1'));
    await vi.runAllTimersAsync();

    expect(shownNotifications).toEqual(['second m1']);
  });

  it('notifies in no tab if a tab marks the message as seen', async () => {
    const focusedTab = openTab('focused', { random: 0 });
    const otherTab = openTab('other', { random: 0 });

    otherTab.notify(buildNotification('m1'));
    focusedTab.markSeen('m1');
    await vi.runAllTimersAsync();

    expect(shownNotifications).toEqual([]);
  });

  it('notifies in another tab if the first one lacks permission', async () => {
    const forbiddenTab = openTab('forbidden', { random: 0, isAllowed: false });
    const allowedTab = openTab('allowed', { random: 1 });

    forbiddenTab.notify(buildNotification('m1'));
    allowedTab.notify(buildNotification('m1'));
    await vi.runAllTimersAsync();

    expect(shownNotifications).toEqual(['allowed m1']);
  });

  it('closes only the notifications of messages that were read', async () => {
    const tab = openTab('only', { random: 0 });
    for (const id of ['m1', 'm2', 'm3']) tab.notify(buildNotification(id));
    tab.notify(buildNotification('m1b', 'bo'));
    await vi.runAllTimersAsync();

    tab.closeUpTo('ada', 'm2');

    expect(closedIds).toEqual(['m1', 'm2']);
  });

  it('shows no pending notification after it is stopped', async () => {
    const tab = openTab('only', { random: 0 });

    tab.notify(buildNotification('m1'));
    tab.stop();
    await vi.runAllTimersAsync();

    expect(shownNotifications).toEqual([]);
  });
});

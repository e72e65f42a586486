/** What the outbox does besides changing its state: frames, connections, timers, and storage. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../../../shared/rules/durations.ts';
import type { BrowserStorage } from '../../../platform/browser/browser-storage.ts';
import type { ConnectionState, LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/state/store.ts';
import { fakeStorage } from '../../../test-support/fake-storage.ts';
import { Outbox } from './outbox.ts';
import { OutboxStorage } from './outbox-storage.ts';

/** The longest delay that `setTimeout` accepts, in milliseconds. With a longer one, the timer runs immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The state of the connection. */
const connectionState = new Store<ConnectionState>('waiting');
const socket = { state: connectionState, send: vi.fn(() => true), reconnectLater: vi.fn(), reconnectNow: vi.fn() };
/** The entries of local storage. */
let storageEntries: Map<string, string>;
/** The session storage of the tab. */
let tab: BrowserStorage;
let outbox: Outbox;

const createOutbox = () =>
  new Outbox(
    'me',
    socket as unknown as LiveSocket,
    new OutboxStorage('me', { device: fakeStorage(storageEntries), tab }),
  );
/** Returns the text and the state of each unsent message. */
const listStates = () => outbox.unsentMessages.value.map(({ content, state }) => `${content} ${state}`);
/** Returns the client message ID of the unsent message with this text. */
const idOf = (content: string) =>
  outbox.unsentMessages.value.find((message) => message.content === content)!.clientMessageId;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  storageEntries = new Map();
  tab = fakeStorage();
  connectionState.set('waiting');
  outbox = createOutbox();
  outbox.start();
});

afterEach(() => {
  outbox.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('Outbox', () => {
  it('sends a frame with the client message ID', () => {
    connectionState.set('open');
    outbox.write('ada', 'One');

    const frame = { action: 'sendMessage', clientMessageId: idOf('One'), recipientId: 'ada', content: 'One' };
    expect(socket.send.mock.calls).toEqual([[frame]]);
  });

  it('marks a message in flight as waiting when the connection closes', () => {
    connectionState.set('open');
    outbox.write('ada', 'One');
    expect(listStates()).toEqual(['One sending']);

    connectionState.set('waiting');
    expect(listStates()).toEqual(['One waiting']);
  });

  it('sends the next message when the one in flight is discarded', () => {
    connectionState.set('open');
    outbox.write('ada', 'One');
    outbox.write('ada', 'Two');

    outbox.discard(idOf('One'));

    expect(listStates()).toEqual(['Two sending']);
  });

  it('connects immediately for a retry', () => {
    outbox.write('ada', 'One');
    vi.advanceTimersByTime(MINUTE_MS);
    expect(socket.reconnectNow).not.toHaveBeenCalled();

    outbox.retry(idOf('One'));
    expect(socket.reconnectNow).toHaveBeenCalledOnce();
    expect(listStates()).toEqual(['One waiting']);
  });

  it('restores unsent messages after a reload', () => {
    outbox.write('ada', 'One');
    outbox.write('bo', 'Two');
    outbox.stop();

    outbox = createOutbox();
    expect(listStates()).toEqual(['One failed', 'Two failed']);

    outbox.discard(idOf('One'));
    outbox.discard(idOf('Two'));
    expect(storageEntries.size).toBe(0);
  });

  it('lists the messages of a closed tab as failed, before its own messages', async () => {
    outbox.write('ada', 'One');
    outbox.stop();
    // The lock of the closed tab becomes free.
    await vi.advanceTimersByTimeAsync(0);

    tab = fakeStorage();
    outbox = createOutbox();
    outbox.write('ada', 'Two');
    outbox.start();
    await vi.advanceTimersByTimeAsync(0);

    expect(listStates()).toEqual(['One failed', 'Two waiting']);
    expect(storageEntries.size).toBe(1);
  });

  it('notifies no subscriber if nothing changes', () => {
    outbox.write('ada', 'One');
    const listener = vi.fn();
    outbox.unsentMessages.subscribe(listener);

    outbox.confirm([]);
    outbox.retry(idOf('One'));
    outbox.discard('unknown');

    expect(listener).not.toHaveBeenCalled();
  });

  it('keeps one timer while a message waits, and none without messages or after stop', () => {
    expect(vi.getTimerCount()).toBe(0);

    outbox.write('ada', 'One');
    outbox.write('ada', 'Two');
    expect(vi.getTimerCount()).toBe(1);

    outbox.discard(idOf('One'));
    outbox.discard(idOf('Two'));
    expect(vi.getTimerCount()).toBe(0);

    outbox.write('ada', 'Three');
    outbox.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sets the timer to the next step, and never beyond what a browser accepts', () => {
    const setTimer = vi.spyOn(globalThis, 'setTimeout');
    outbox.write('ada', 'One');
    // The message fails after a minute without a connection.
    expect(setTimer.mock.lastCall?.[1]).toBe(MINUTE_MS);

    // The clock of the device goes back by a year.
    vi.setSystemTime(Date.now() - 365 * DAY_MS);
    outbox.discard('unknown');
    expect(setTimer.mock.lastCall?.[1]).toBe(MAX_TIMER_MS);
  });

  it('sends nothing after stop, even if the connection opens', () => {
    outbox.write('ada', 'One');

    outbox.stop();
    connectionState.set('open');

    expect(socket.send).not.toHaveBeenCalled();
  });
});

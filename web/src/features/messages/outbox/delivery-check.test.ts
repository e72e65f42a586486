import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import type { ConnectionState, LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/state/store.ts';
import { fakeStorage } from '../../../test-support/fake-storage.ts';
import type { InboxRow } from '../inbox/inbox-rows.ts';
import { DeliveryCheck } from './delivery-check.ts';
import { Outbox } from './outbox.ts';
import { OutboxStorage } from './outbox-storage.ts';

/** Messages of one response. */
const PAGE_SIZE = 2;
const state = new Store<ConnectionState>('waiting');
const socket = { state, send: () => true, restart: () => {}, retryNow: () => {} } as unknown as LiveSocket;

let storedMessages: Message[];
/** The member and the start of each request. */
let requests: string[];
/** The error of all requests, if they fail. */
let failure: Error | undefined;
let outbox: Outbox;
let check: DeliveryCheck;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  state.set('waiting');
  storedMessages = [];
  requests = [];
  failure = undefined;
  outbox = new Outbox('me', socket, new OutboxStorage('me', { device: fakeStorage(), tab: fakeStorage() }));
  outbox.start();

  check = new DeliveryCheck(outbox, async (userId, after) => {
    requests.push(`${userId} ${after}`);
    if (failure) throw failure;
    const matches = storedMessages.filter(({ id }) => id > after);
    return { messages: matches.slice(0, PAGE_SIZE), more: matches.length > PAGE_SIZE };
  });
  check.start();
});

afterEach(() => {
  check.stop();
  outbox.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Stores a message on the server: by default, one of the partner. */
function storeMessage(id: string, clientMessageId = `of ada ${id}`, sender = 'ada'): void {
  storedMessages.push({ id, clientMessageId, sender, recipient: '', content: '', timestamp: '' });
}
const idOf = (text: string) => outbox.unsent.value.find(({ content }) => content === text)!.clientMessageId;
/** Stores a message of the outbox, whose response is lost. */
const storeUnsent = (id: string, text: string) => storeMessage(id, idOf(text), 'me');
/** Waits until all unsent messages have failed. */
const failAll = () => vi.advanceTimersByTimeAsync(60_000);
const unsentTexts = () => outbox.unsent.value.map(({ content, state: status }) => `${content} ${status}`);
const buildRow = (id: string, userId = 'ada'): InboxRow => ({
  userId,
  user: undefined,
  lastMessage: { id, content: '', senderId: 'me', timestamp: '' },
  unreadCount: 0,
});

describe('DeliveryCheck', () => {
  it('removes a message whose response was lost, as soon as it fails', async () => {
    outbox.write('ada', 'One', '01');
    storeUnsent('02', 'One');
    await failAll();
    expect(unsentTexts()).toEqual([]);
    expect(requests).toEqual(['ada 01']);
  });

  it('keeps a message that is not stored', async () => {
    outbox.write('ada', 'One', '01');
    outbox.write('bo', 'Two', '05');
    await failAll();
    expect(unsentTexts()).toEqual(['One failed', 'Two failed']);
    expect(requests).toEqual(['ada 01', 'bo 05']);
  });

  it('checks again on a new connection', async () => {
    outbox.write('ada', 'One', '01');
    failure = new Error('no network');
    await failAll();
    expect(unsentTexts()).toEqual(['One failed']);

    failure = undefined;
    storeUnsent('02', 'One');
    check.handleConnect();
    await vi.advanceTimersByTimeAsync(0);

    expect(unsentTexts()).toEqual([]);
  });

  it('requests no further page after it has found the stored message', async () => {
    outbox.write('ada', 'One', '01');
    for (const id of ['02', '03', '04']) storeMessage(id);
    storeUnsent('05', 'One');
    for (const id of ['06', '07', '08']) storeMessage(id);
    await failAll();

    expect(unsentTexts()).toEqual([]);
    expect(requests).toEqual(['ada 01', 'ada 03']);
  });

  it('checks only newer messages when the inbox shows one', async () => {
    outbox.write('ada', 'One', '01');
    storeMessage('02');
    await failAll();
    check.compare([buildRow('02'), buildRow('09', 'bo')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toEqual(['ada 01']);

    storeUnsent('03', 'One');
    check.compare([buildRow('03')]);
    await vi.advanceTimersByTimeAsync(0);

    expect(requests).toEqual(['ada 01', 'ada 02']);
    expect(unsentTexts()).toEqual([]);
  });

  it('starts at the earliest known message of the failed messages, or at the beginning', async () => {
    outbox.write('ada', 'One', '03');
    outbox.write('ada', 'Two', '01');
    await failAll();
    outbox.write('ada', 'Three');
    await failAll();

    expect(requests).toEqual(['ada 01', `ada ${'0'.repeat(26)}`]);
  });

  it('requests nothing without failed messages, or after stop', async () => {
    outbox.write('ada', 'One', '01');
    check.handleConnect();
    check.compare([buildRow('09')]);
    check.stop();
    await failAll();

    expect(requests).toEqual([]);
  });
});

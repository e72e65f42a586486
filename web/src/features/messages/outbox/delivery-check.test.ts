/**
 * Tests of the check of failed messages. A message whose response was lost may be stored, and must not show as failed.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { MIN_MESSAGE_ID } from '../../../../../shared/rules/limits.ts';
import type { ConnectionState, LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/state/store.ts';
import { fakeStorage } from '../../../test-support/fake-storage.ts';
import type { InboxRow } from '../inbox/inbox-rows.ts';
import { DeliveryCheck } from './delivery-check.ts';
import { Outbox } from './outbox.ts';
import { MAX_WAIT_MS } from './outbox-state.ts';
import { OutboxStorage } from './outbox-storage.ts';

/** Maximum number of messages in one response. */
const PAGE_SIZE = 2;
/** The state of the connection. It never opens, so that each message fails after {@link MAX_WAIT_MS}. */
const connectionState = new Store<ConnectionState>('waiting');
const socket = {
  state: connectionState,
  send: () => true,
  reconnectLater: () => {},
  reconnectNow: () => {},
} as unknown as LiveSocket;

/** The messages on the server, oldest first. */
let storedMessages: Message[];
/** The partner of each request, and the message ID after which it starts. */
let requests: string[];
/** If set, all requests fail with this error. */
let failure: Error | undefined;
let outbox: Outbox;
let check: DeliveryCheck;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});

  connectionState.set('waiting');
  storedMessages = [];
  requests = [];
  failure = undefined;

  outbox = new Outbox('me', socket, new OutboxStorage('me', { device: fakeStorage(), tab: fakeStorage() }));
  outbox.start();

  check = new DeliveryCheck(outbox, async (userId, after) => {
    requests.push(`${userId} ${after}`);
    if (failure) throw failure;

    const laterMessages = storedMessages.filter(({ id }) => id > after);
    return { messages: laterMessages.slice(0, PAGE_SIZE), more: laterMessages.length > PAGE_SIZE };
  });
  check.start();
});

afterEach(() => {
  check.stop();
  outbox.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Stores a message on the server: by default, one that the partner sent. */
function storeMessage(id: string, clientMessageId = `of ada ${id}`, sender = 'ada'): void {
  storedMessages.push({ id, clientMessageId, sender, recipient: '', content: '', timestamp: '' });
}

/** Stores an unsent message on the server, as if only the response was lost. */
function storeUnsent(id: string, text: string): void {
  const unsentMessage = outbox.unsentMessages.value.find(({ content }) => content === text)!;
  storeMessage(id, unsentMessage.clientMessageId, 'me');
}

/** Waits until all unsent messages have failed, and their checks have ended. */
const failAll = () => vi.advanceTimersByTimeAsync(MAX_WAIT_MS);
/** Waits until the started checks have ended. */
const finishChecks = () => vi.advanceTimersByTimeAsync(0);
/** Returns the text and the state of each unsent message. */
const describeUnsent = () => outbox.unsentMessages.value.map(({ content, state }) => `${content} ${state}`);

/** Builds the inbox's row of a conversation in which this message is the last. */
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

    expect(describeUnsent()).toEqual([]);
    expect(requests).toEqual(['ada 01']);
  });

  it('keeps a message that is not stored', async () => {
    outbox.write('ada', 'One', '01');
    outbox.write('bo', 'Two', '05');

    await failAll();

    expect(describeUnsent()).toEqual(['One failed', 'Two failed']);
    expect(requests).toEqual(['ada 01', 'bo 05']);
  });

  it('checks again on a new connection', async () => {
    outbox.write('ada', 'One', '01');
    failure = new Error('no network');
    await failAll();
    expect(describeUnsent()).toEqual(['One failed']);

    failure = undefined;
    storeUnsent('02', 'One');
    check.handleConnect();
    await finishChecks();

    expect(describeUnsent()).toEqual([]);
  });

  it('requests no further page after it has found the stored message', async () => {
    outbox.write('ada', 'One', '01');
    for (const id of ['02', '03', '04']) storeMessage(id);
    storeUnsent('05', 'One');
    for (const id of ['06', '07', '08']) storeMessage(id);

    await failAll();

    expect(describeUnsent()).toEqual([]);
    expect(requests).toEqual(['ada 01', 'ada 03']);
  });

  it('requests only the messages after the last check when the inbox shows a newer message', async () => {
    outbox.write('ada', 'One', '01');
    storeMessage('02');
    await failAll();

    // Message 02 is checked already, and no message to Bo has failed.
    check.handleInbox([buildRow('02'), buildRow('09', 'bo')]);
    await finishChecks();
    expect(requests).toEqual(['ada 01']);

    storeUnsent('03', 'One');
    check.handleInbox([buildRow('03')]);
    await finishChecks();

    expect(requests).toEqual(['ada 01', 'ada 02']);
    expect(describeUnsent()).toEqual([]);
  });

  it('starts at the earliest `knownUpTo` of the failed messages, or at the beginning if one has none', async () => {
    outbox.write('ada', 'One', '03');
    outbox.write('ada', 'Two', '01');
    await failAll();
    expect(requests).toEqual(['ada 01']);

    outbox.write('ada', 'Three');
    await failAll();
    expect(requests).toEqual(['ada 01', `ada ${MIN_MESSAGE_ID}`]);
  });

  it('requests nothing without failed messages, or after stop', async () => {
    outbox.write('ada', 'One', '01');
    check.handleConnect();
    check.handleInbox([buildRow('09')]);
    await finishChecks();

    expect(requests).toEqual([]);

    check.stop();
    await failAll();
    expect(requests).toEqual([]);
  });
});

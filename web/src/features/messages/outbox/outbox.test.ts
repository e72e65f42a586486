/** When the outbox sends and resends messages. outbox-effects.test.ts tests its frames, timers, and storage. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../../../shared/rules/durations.ts';
import type { ConnectionState, LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/state/store.ts';
import { fakeStorage } from '../../../test-support/fake-storage.ts';
import { Outbox } from './outbox.ts';
import { OutboxStorage } from './outbox-storage.ts';

/** The maximum wait for a response, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** The state of the connection. */
const connectionState = new Store<ConnectionState>('waiting');
/** The texts of the messages that were sent, in order. */
const sentTexts: string[] = [];
let outbox: Outbox;

// The outbox uses nothing else of a socket.
const socket = {
  state: connectionState,
  send: (frame: { content?: string }) => {
    sentTexts.push(frame.content ?? '');
    return true;
  },
  reconnectLater: () => connectionState.set('waiting'),
  reconnectNow: () => {},
} as unknown as LiveSocket;

beforeEach(() => {
  vi.useFakeTimers();
  connectionState.set('waiting');
  sentTexts.length = 0;
  outbox = new Outbox('me', socket, new OutboxStorage('me', { device: fakeStorage(), tab: fakeStorage() }));
  outbox.start();
});

afterEach(() => {
  outbox.stop();
  vi.useRealTimers();
});

/** Returns the first unsent message. Fails if there is none. */
function firstUnsent() {
  const [message] = outbox.unsentMessages.value;
  if (!message) throw new Error('The outbox is empty.');
  return message;
}

/** Confirms that the server has stored the first unsent message. */
function confirmFirst(): void {
  const { clientMessageId, recipientId, content, writtenAt } = firstUnsent();
  outbox.confirm([
    { id: '01M1', clientMessageId, sender: 'me', recipient: recipientId, content, timestamp: writtenAt },
  ]);
}

describe('Outbox', () => {
  it('waits for a connection, and sends each message after the previous one is stored', () => {
    outbox.write('ada', 'One');
    outbox.write('ada', 'Two');
    expect(sentTexts).toEqual([]);

    connectionState.set('open');
    expect(sentTexts).toEqual(['One']);

    confirmFirst();
    expect(sentTexts).toEqual(['One', 'Two']);

    confirmFirst();
    expect(outbox.unsentMessages.value).toEqual([]);
  });

  it('resends the same message on a new connection if no response arrives', () => {
    connectionState.set('open');
    outbox.write('ada', 'One');
    const { clientMessageId } = firstUnsent();

    vi.advanceTimersByTime(RESPONSE_TIMEOUT_MS);
    expect(connectionState.value).toBe('waiting');

    connectionState.set('open');
    expect(sentTexts).toEqual(['One', 'One']);
    expect(firstUnsent().clientMessageId).toBe(clientMessageId);
  });

  it('resends a message that has failed after a minute only on retry', () => {
    outbox.write('ada', 'One');
    vi.advanceTimersByTime(MINUTE_MS);
    connectionState.set('open');
    expect(sentTexts).toEqual([]);

    const failedMessage = firstUnsent();
    expect(failedMessage.state).toBe('failed');

    outbox.retry(failedMessage.clientMessageId);
    expect(sentTexts).toEqual(['One']);
  });

  it('waits for the time that a rate limit names', () => {
    connectionState.set('open');
    outbox.write('ada', 'One');
    const { clientMessageId } = firstUnsent();

    outbox.refuse(clientMessageId, { code: 'TooManyMessages', error: 'Slowly.', retryAfterSeconds: 1 });
    vi.advanceTimersByTime(999);
    expect(sentTexts).toEqual(['One']);

    vi.advanceTimersByTime(1);
    expect(sentTexts).toEqual(['One', 'One']);
  });

  it('ignores a stored message of another sender', () => {
    connectionState.set('open');
    outbox.write('ada', 'One');
    const { clientMessageId, content, writtenAt } = firstUnsent();

    // Ada's message happens to have the same client message ID.
    outbox.confirm([{ id: '01M1', clientMessageId, sender: 'ada', recipient: 'me', content, timestamp: writtenAt }]);
    expect(outbox.unsentMessages.value).toHaveLength(1);

    outbox.discard(clientMessageId);
    expect(outbox.unsentMessages.value).toEqual([]);
  });
});

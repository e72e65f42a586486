import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState, LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/state/store.ts';
import { fakeStorage } from '../../../test-support/fake-storage.ts';
import { Outbox } from './outbox.ts';
import { OutboxStorage } from './outbox-storage.ts';

const state = new Store<ConnectionState>('waiting');
const sentTexts: string[] = [];
let outbox: Outbox;

const socket = {
  state,
  send: (frame: { content?: string }) => {
    sentTexts.push(frame.content ?? '');
    return true;
  },
  restart: () => state.set('waiting'),
  retryNow: () => {},
} as unknown as LiveSocket;

beforeEach(() => {
  vi.useFakeTimers();
  state.set('waiting');
  sentTexts.length = 0;
  outbox = new Outbox('me', socket, new OutboxStorage('me', { device: fakeStorage(), tab: fakeStorage() }));
  outbox.start();
});

afterEach(() => {
  outbox.stop();
  vi.useRealTimers();
});

function confirmFirst(): void {
  const [{ clientMessageId, recipientId, content, writtenAt } = never()] = outbox.unsent.value;
  outbox.confirm([
    { id: '01M1', clientMessageId, sender: 'me', recipient: recipientId, content, timestamp: writtenAt },
  ]);
}

function never(): never {
  throw new Error('The outbox is empty.');
}

describe('Outbox', () => {
  it('waits for a connection, and sends each message after the previous one is stored', () => {
    outbox.write('ada', 'One');
    outbox.write('ada', 'Two');
    expect(sentTexts).toEqual([]);

    state.set('open');
    expect(sentTexts).toEqual(['One']);

    confirmFirst();
    expect(sentTexts).toEqual(['One', 'Two']);

    confirmFirst();
    expect(outbox.unsent.value).toEqual([]);
  });

  it('replaces a connection without a response, and resends the same message', () => {
    state.set('open');
    outbox.write('ada', 'One');
    const [firstMessage] = outbox.unsent.value;

    vi.advanceTimersByTime(10_000);
    expect(state.value).toBe('waiting');

    state.set('open');
    expect(sentTexts).toEqual(['One', 'One']);
    expect(outbox.unsent.value[0]?.clientMessageId).toBe(firstMessage?.clientMessageId);
  });

  it('fails a message after a minute, and resends it only on retry', () => {
    outbox.write('ada', 'One');
    vi.advanceTimersByTime(60_000);
    state.set('open');
    expect(sentTexts).toEqual([]);

    const [failedMessage = never()] = outbox.unsent.value;
    expect(failedMessage.state).toBe('failed');

    outbox.retry(failedMessage.clientMessageId);
    expect(sentTexts).toEqual(['One']);
  });

  it('waits for the time that a rate limit names', () => {
    state.set('open');
    outbox.write('ada', 'One');
    const [{ clientMessageId } = never()] = outbox.unsent.value;
    outbox.refuse(clientMessageId, { code: 'TooManyMessages', error: 'Slowly.', retryAfterSeconds: 1 });
    vi.advanceTimersByTime(999);
    expect(sentTexts).toEqual(['One']);

    vi.advanceTimersByTime(1);
    expect(sentTexts).toEqual(['One', 'One']);
  });

  it('ignores a stored message of another sender', () => {
    state.set('open');
    outbox.write('ada', 'One');
    const [{ clientMessageId, content, writtenAt } = never()] = outbox.unsent.value;
    outbox.confirm([{ id: '01M1', clientMessageId, sender: 'ada', recipient: 'me', content, timestamp: writtenAt }]);
    expect(outbox.unsent.value).toHaveLength(1);

    outbox.discard(clientMessageId);
    expect(outbox.unsent.value).toEqual([]);
  });
});

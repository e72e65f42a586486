import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConnectionState, LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/store.ts';
import { Outbox } from './outbox.ts';

const state = new Store<ConnectionState>('waiting');
const sent: string[] = [];
let outbox: Outbox;

const socket = {
  state,
  send: (frame: { content?: string }) => {
    sent.push(frame.content ?? '');
    return true;
  },
  restart: () => state.set('waiting'),
  hurry: () => {},
} as unknown as LiveSocket;

beforeEach(() => {
  vi.useFakeTimers();
  state.set('waiting');
  sent.length = 0;
  outbox = new Outbox('me', socket);
  outbox.start();
});

afterEach(() => {
  outbox.stop();
  vi.useRealTimers();
});

function answer(): void {
  const [{ clientMessageId, recipientId, content, writtenAt } = never()] = outbox.unsent.value;
  outbox.settle([{ id: '01M1', clientMessageId, sender: 'me', recipient: recipientId, content, timestamp: writtenAt }]);
}

function never(): never {
  throw new Error('There is nothing on its way.');
}

it('sends when there is a connection, one after the other, each when the one before is stored', () => {
  outbox.write('ada', 'One');
  outbox.write('ada', 'Two');
  expect(sent).toEqual([]);
  state.set('open');
  expect(sent).toEqual(['One']);
  answer();
  expect(sent).toEqual(['One', 'Two']);
  answer();
  expect(outbox.unsent.value).toEqual([]);
});

it('gives up a connection that does not answer, and sends the same message over the next', () => {
  state.set('open');
  outbox.write('ada', 'One');
  const [before] = outbox.unsent.value;
  vi.advanceTimersByTime(10_000);
  expect(state.value).toBe('waiting');
  state.set('open');
  expect(sent).toEqual(['One', 'One']);
  expect(outbox.unsent.value[0]?.clientMessageId).toBe(before?.clientMessageId);
});

it('says after a minute that a message has failed, and sends it when its writer says so', () => {
  outbox.write('ada', 'One');
  vi.advanceTimersByTime(60_000);
  state.set('open');
  expect(sent).toEqual([]);
  const [failed = never()] = outbox.unsent.value;
  expect(failed.state).toBe('failed');
  outbox.retry(failed.clientMessageId);
  expect(sent).toEqual(['One']);
});

it('goes on a moment later when it was too fast', () => {
  state.set('open');
  outbox.write('ada', 'One');
  const [{ clientMessageId } = never()] = outbox.unsent.value;
  outbox.refuse(clientMessageId, { code: 'TooManyMessages', error: 'Slowly.', retryAfterSeconds: 1 });
  vi.advanceTimersByTime(999);
  expect(sent).toEqual(['One']);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual(['One', 'One']);
});

it('takes no message of others for its own', () => {
  state.set('open');
  outbox.write('ada', 'One');
  const [{ clientMessageId, content, writtenAt } = never()] = outbox.unsent.value;
  outbox.settle([{ id: '01M1', clientMessageId, sender: 'ada', recipient: 'me', content, timestamp: writtenAt }]);
  expect(outbox.unsent.value).toHaveLength(1);
  outbox.discard(clientMessageId);
  expect(outbox.unsent.value).toEqual([]);
});

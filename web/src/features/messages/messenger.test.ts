// @vitest-environment happy-dom
/** Tests of the messenger, which repeats reports that messages were read, even over a new connection. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../../shared/contract/messages.ts';
import type { ClientFrame, ServerFrame } from '../../../../shared/contract/socket-frames.ts';

/** The only message on the server. The partner, Theo, has sent it to the member, Marina. */
const message: Message = {
  id: '01KAHQ3V7V8Z5T0F4M2S6R9X00',
  clientMessageId: 'message-1',
  sender: 'theo',
  recipient: 'marina',
  content: 'Ahoy',
  timestamp: '2026-11-22T10:00:00.000Z',
};

/** The requests for messages of the conversation. */
const conversationRequests = vi.hoisted<object[]>(() => []);

vi.mock('../../platform/api/api.ts', () => ({
  api: {
    sockets: { ticket: async () => ({ ticket: 't' }) },
    messages: {
      conversations: async () => ({ conversations: [], unreadTotal: 0, cursor: null }),
      conversation: async (query: object) => {
        conversationRequests.push(query);
        return {
          user: { id: 'theo', username: 'Theo', profilePicture: '', depth: 0 },
          messages: [message],
          more: false,
          read: { own: null, other: null },
          left: false,
          missingMetres: 0,
        };
      },
    },
  },
}));
vi.mock('../../platform/runtime-config.ts', () => ({ runtimeConfig: async () => ({ socketUrl: 'wss://ocean' }) }));
vi.mock('../../platform/browser/tab-active.ts', async () => {
  const { Store } = await import('../../platform/state/store.ts');
  return { tabActive: new Store(true) };
});

const { startMessenger } = await import('./messenger.ts');
const { SocketHub } = await import('../../platform/socket/socket-hub.ts');
const { tabActive } = await import('../../platform/browser/tab-active.ts');

/** A WebSocket that a test opens and closes. Records the frames that the page sends. */
class FakeSocket {
  static openedSockets: FakeSocket[] = [];
  readonly sentFrames: ClientFrame[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};

  constructor() {
    FakeSocket.openedSockets.push(this);
  }

  send(data: string): void {
    this.sentFrames.push(JSON.parse(data));
  }

  close(): void {}

  receive(frame: ServerFrame): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  /** The frames that report messages as read. */
  get reports(): ClientFrame[] {
    return this.sentFrames.filter(({ action }) => action === 'markRead');
  }
}

/** Stops the messenger and its socket. */
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  FakeSocket.openedSockets = [];

  const hub = new SocketHub();
  const { messenger, stop: stopMessenger } = startMessenger({
    viewerId: 'marina',
    client: new QueryClient(),
    hub,
    onOpenConversation: () => {},
  });
  const disconnect = hub.start();

  stop = () => {
    stopMessenger();
    disconnect();
  };
  await vi.advanceTimersByTimeAsync(0);

  socket().onopen();
  messenger.open('theo');
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Returns the socket that was opened last. */
const socket = () => FakeSocket.openedSockets.at(-1)!;
/** The frame that reports the message as read. */
const REPORT = { action: 'markRead', userId: 'theo', messageId: message.id };
/** Builds the server's refusal of a report. */
const buildRefusal = (code: string): ServerFrame => ({
  type: 'error',
  code,
  error: 'Not now.',
  action: 'markRead',
  userId: 'theo',
  retryAfterSeconds: 1,
});

describe('messenger', () => {
  it('repeats a refused read report until the server confirms it', async () => {
    expect(socket().reports).toEqual([REPORT]);

    socket().receive(buildRefusal('Unavailable'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(socket().reports).toEqual([REPORT, REPORT]);

    socket().receive({ type: 'read', readerId: 'marina', userId: 'theo', messageId: message.id });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket().reports).toHaveLength(2);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith('The server rejected a frame.', buildRefusal('Unavailable'));
  });

  it('repeats an unconfirmed read report after a reconnect', async () => {
    const firstSocket = socket();
    firstSocket.onclose();
    await vi.advanceTimersByTimeAsync(1000);
    expect(socket()).not.toBe(firstSocket);

    socket().onopen();
    expect(socket().reports).toEqual([REPORT]);
  });

  it('reconnects when the member returns, after the server has closed the socket for another one', async () => {
    const firstSocket = socket();
    firstSocket.receive({ type: 'error', code: 'TooManySockets', error: 'Live updates are paused here.' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(socket()).toBe(firstSocket);

    tabActive.set(false);
    tabActive.set(true);
    await vi.advanceTimersByTimeAsync(0);

    expect(socket()).not.toBe(firstSocket);
  });

  /** The ID of a message whose frame was lost. */
  const lostId = '01KAHQ3V7V8Z5T0F4M2S6R9X01';
  const laterMessage = { ...message, id: '01KAHQ3V7V8Z5T0F4M2S6R9X02', clientMessageId: 'message-3' };

  it.each<ServerFrame>([
    { type: 'message', message: laterMessage, previousId: lostId },
    { type: 'sent', message: { ...laterMessage, sender: 'marina', recipient: 'theo' }, previousId: lostId },
    { type: 'typing', userId: 'theo', previousId: lostId },
  ])('loads the open conversation if a frame names a message that did not arrive: $type', async (frame) => {
    conversationRequests.length = 0;
    socket().receive(frame);
    await vi.advanceTimersByTimeAsync(0);

    expect(conversationRequests).toEqual([expect.objectContaining({ userId: 'theo', after: message.id })]);
  });

  it.each<ServerFrame>([
    { type: 'message', message: laterMessage, previousId: message.id },
    { type: 'message', message: laterMessage },
    { type: 'typing', userId: 'theo', previousId: message.id },
  ])('requests nothing if no frame is missing: %o', async (frame) => {
    conversationRequests.length = 0;
    socket().receive(frame);
    await vi.advanceTimersByTimeAsync(0);

    expect(conversationRequests).toEqual([]);
  });

  it('does not repeat a read report after a final error', async () => {
    socket().receive(buildRefusal('NotFound'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket().reports).toHaveLength(1);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerFrame } from '../../../../shared/contract/socket-frames.ts';
import { LiveSocket, type RawSocket } from './live-socket.ts';

/** The first waits before another attempt, in milliseconds. Each wait is twice as long as the one before. */
const FIRST_DELAYS_MS = [500, 1000, 2000] as const;
const HANDSHAKE_TIMEOUT_MS = 15_000;
/** The minimum duration of a stable connection, in milliseconds. */
const STABLE_AFTER_MS = 5000;
/** Longer than all delays, in milliseconds. */
const LONG_TIME_MS = 600_000;

/** A socket without a network. Tests simulate its events. */
class FakeSocket implements RawSocket {
  onopen: RawSocket['onopen'] = null;
  onmessage: RawSocket['onmessage'] = null;
  onclose: RawSocket['onclose'] = null;
  readonly sentFrames: unknown[] = [];
  closed = false;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  send(data: unknown): void {
    this.sentFrames.push(JSON.parse(String(data)));
  }

  close(): void {
    this.closed = true;
  }

  // The handlers of LiveSocket read neither their `this` nor other fields of the events.
  simulateOpen(): void {
    this.onopen?.call(null as never, null as never);
  }

  simulateMessage(data: string): void {
    this.onmessage?.call(null as never, { data } as never);
  }

  simulateClose(): void {
    this.onclose?.call(null as never, null as never);
  }
}

/** The sockets that `liveSocket` has opened, oldest first. */
let openedSockets: FakeSocket[];
/** The frames that `liveSocket` has received. */
let frames: ServerFrame[];
/** Returns the URL with the next ticket. Tests replace it. */
let requestUrl: () => Promise<string>;
let liveSocket: LiveSocket;

const lastSocket = () => openedSockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  openedSockets = [];
  frames = [];

  let ticketCount = 0;
  requestUrl = async () => {
    ticketCount += 1;
    return `ws://ocean/?ticket=${ticketCount}`;
  };

  liveSocket = new LiveSocket({
    requestUrl: () => requestUrl(),
    onFrame: (frame) => frames.push(frame),
    openSocket: (url) => {
      const socket = new FakeSocket(url);
      openedSockets.push(socket);
      return socket;
    },
    random: () => 1, // the factor of the delays, so that each delay is exact
  });
});

afterEach(() => {
  liveSocket.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function openSocket(): Promise<void> {
  await liveSocket.connect();
  lastSocket().simulateOpen();
}

describe('LiveSocket', () => {
  it('sends and receives only while it is open', async () => {
    expect(liveSocket.state.value).toBe('stopped');
    expect(liveSocket.send({ action: 'ping' })).toBe(false);

    await liveSocket.connect();
    expect(liveSocket.state.value).toBe('connecting');
    expect(liveSocket.send({ action: 'ping' })).toBe(false);

    lastSocket().simulateOpen();
    expect(liveSocket.state.value).toBe('open');
    expect(liveSocket.send({ action: 'typing', recipientId: 'ada' })).toBe(true);
    // LiveSocket itself sends the ping when the connection opens.
    expect(lastSocket().sentFrames).toEqual([{ action: 'ping' }, { action: 'typing', recipientId: 'ada' }]);

    lastSocket().simulateMessage('{"type":"pong"}');
    expect(frames).toEqual([{ type: 'pong' }]);
  });

  it('ignores messages that are not frames', async () => {
    await openSocket();
    const otherTexts = ['', 'ahoy', 'null', '[]', '{"message":"Internal server error","requestId":"r"}'];
    for (const data of [...otherTexts, '{"type":"pong"}']) lastSocket().simulateMessage(data);
    expect(frames).toEqual([{ type: 'pong' }]);
  });

  it('reconnects with a new ticket and growing delays, which reset after a stable connection', async () => {
    await openSocket();
    for (const delayMs of FIRST_DELAYS_MS) {
      lastSocket().simulateClose();
      expect(liveSocket.state.value).toBe('waiting');
      const socketCount = openedSockets.length;

      await vi.advanceTimersByTimeAsync(delayMs - 1);
      expect(openedSockets).toHaveLength(socketCount);
      await vi.advanceTimersByTimeAsync(1);
      expect(openedSockets).toHaveLength(socketCount + 1);
    }

    expect(new Set(openedSockets.map((socket) => socket.url)).size).toBe(4);

    lastSocket().simulateOpen();
    await vi.advanceTimersByTimeAsync(STABLE_AFTER_MS);
    lastSocket().simulateClose();
    await vi.advanceTimersByTimeAsync(FIRST_DELAYS_MS[0]);

    expect(openedSockets).toHaveLength(5);
  });

  it('retries when requesting a ticket fails', async () => {
    const requestWorkingUrl = requestUrl;
    requestUrl = () => Promise.reject(new Error('no network'));
    await liveSocket.connect();
    expect(liveSocket.state.value).toBe('waiting');

    requestUrl = requestWorkingUrl;
    await vi.advanceTimersByTimeAsync(FIRST_DELAYS_MS[0]);
    lastSocket().simulateOpen();

    expect(liveSocket.state.value).toBe('open');
  });

  it('aborts a handshake after 15 seconds and retries', async () => {
    await liveSocket.connect();
    await vi.advanceTimersByTimeAsync(HANDSHAKE_TIMEOUT_MS - 1);
    expect(lastSocket().closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(lastSocket().closed).toBe(true);

    await vi.advanceTimersByTimeAsync(FIRST_DELAYS_MS[0]);
    expect(openedSockets).toHaveLength(2);
  });

  it('reconnectNow skips the delay, but does nothing while connecting', async () => {
    await openSocket();
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      lastSocket().simulateClose();
      liveSocket.reconnectNow();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(openedSockets).toHaveLength(7);

    liveSocket.reconnectNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(openedSockets).toHaveLength(7);
  });

  it('stays disconnected after stop, even with an attempt in progress', async () => {
    const lateUrl = Promise.withResolvers<string>();
    requestUrl = () => lateUrl.promise;

    void liveSocket.connect();
    liveSocket.stop();
    expect(vi.getTimerCount()).toBe(0);
    lateUrl.resolve('ws://ocean/?ticket=late');
    await vi.advanceTimersByTimeAsync(LONG_TIME_MS);
    liveSocket.reconnectNow();
    liveSocket.reconnectLater();
    await vi.advanceTimersByTimeAsync(LONG_TIME_MS);

    expect(openedSockets).toHaveLength(0);
    expect(liveSocket.state.value).toBe('stopped');
  });

  it('ignores events of an earlier connection', async () => {
    await openSocket();
    const [firstSocket] = openedSockets;
    liveSocket.reconnectLater();
    firstSocket?.simulateMessage('{"type":"pong"}');
    firstSocket?.simulateClose();
    await vi.advanceTimersByTimeAsync(FIRST_DELAYS_MS[0]);

    expect(frames).toEqual([]);
    expect(openedSockets).toHaveLength(2);
  });

  it('waits longer after each connection that lasts less than 5 seconds', async () => {
    await openSocket();
    for (const delayMs of FIRST_DELAYS_MS) {
      await vi.advanceTimersByTimeAsync(STABLE_AFTER_MS - 1);
      const socketCount = openedSockets.length;
      lastSocket().simulateClose();

      await vi.advanceTimersByTimeAsync(delayMs - 1);
      expect(openedSockets).toHaveLength(socketCount);

      await vi.advanceTimersByTimeAsync(1);
      lastSocket().simulateOpen();
    }

    await vi.advanceTimersByTimeAsync(STABLE_AFTER_MS);
    lastSocket().simulateClose();
    await vi.advanceTimersByTimeAsync(FIRST_DELAYS_MS[0]);

    expect(openedSockets).toHaveLength(5);
  });

  it('counts a handshake that times out as a failure, even after a stable connection', async () => {
    await openSocket();
    await vi.advanceTimersByTimeAsync(STABLE_AFTER_MS);
    lastSocket().simulateClose();
    await vi.advanceTimersByTimeAsync(FIRST_DELAYS_MS[0]);

    await vi.advanceTimersByTimeAsync(HANDSHAKE_TIMEOUT_MS + FIRST_DELAYS_MS[1] - 1);
    expect(openedSockets).toHaveLength(2);

    await vi.advanceTimersByTimeAsync(1);
    expect(openedSockets).toHaveLength(3);

    await vi.advanceTimersByTimeAsync(HANDSHAKE_TIMEOUT_MS + FIRST_DELAYS_MS[2] - 1);
    expect(openedSockets).toHaveLength(3);
  });

  it('replaces the connection when connect is called again', async () => {
    await openSocket();
    await liveSocket.connect();
    expect(openedSockets.map(({ closed }) => closed)).toEqual([true, false]);

    openedSockets[0]?.simulateMessage('{"type":"pong"}');
    expect(frames).toEqual([]);
  });

  it('leaves no timer and no connection after stop', async () => {
    await openSocket();
    liveSocket.probe();
    liveSocket.stop();

    expect(liveSocket.state.value).toBe('stopped');
    expect(lastSocket().closed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);

    liveSocket.reconnectNow();
    liveSocket.reconnectLater();
    await vi.advanceTimersByTimeAsync(LONG_TIME_MS);

    expect(openedSockets).toHaveLength(1);
  });

  it('keeps the delay of the next attempt when reconnectLater is called while it waits', async () => {
    await openSocket();
    lastSocket().simulateClose();
    await vi.advanceTimersByTimeAsync(FIRST_DELAYS_MS[0] - 1);
    liveSocket.reconnectLater();
    await vi.advanceTimersByTimeAsync(1);

    expect(openedSockets).toHaveLength(2);
  });

  it('logs a failed ticket request, unless the attempt was stopped', async () => {
    const failure = new Error('no network');
    const lateUrl = Promise.withResolvers<string>();
    requestUrl = () => lateUrl.promise;

    void liveSocket.connect();
    liveSocket.stop();
    lateUrl.reject(failure);
    await vi.advanceTimersByTimeAsync(LONG_TIME_MS);

    expect(console.warn).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);

    requestUrl = () => Promise.reject(failure);
    void liveSocket.connect();
    await vi.advanceTimersByTimeAsync(0);

    expect(vi.mocked(console.warn).mock.calls).toEqual([['Socket connection failed; retrying.', failure]]);
  });

  it("opens the browser's WebSocket by default", async () => {
    const openedUrls: string[] = [];
    vi.stubGlobal(
      'WebSocket',
      class extends FakeSocket {
        constructor(url: string) {
          super(url);
          openedUrls.push(url);
        }
      },
    );

    const browserSocket = new LiveSocket({ requestUrl: async () => 'wss://ocean/', onFrame: () => {} });
    await browserSocket.connect();
    browserSocket.stop();

    expect(openedUrls).toEqual(['wss://ocean/']);
  });
});

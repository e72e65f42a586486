import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerFrame } from '../../../../shared/contract/socket-frames.ts';
import { LiveSocket, type RawSocket } from './live-socket.ts';

/** A socket without a network. Tests simulate its events. */
class FakeSocket implements RawSocket {
  onopen: RawSocket['onopen'] = null;
  onmessage: RawSocket['onmessage'] = null;
  onclose: RawSocket['onclose'] = null;
  readonly sentFrames: unknown[] = [];
  closed = false;
  readonly address: string;

  constructor(address: string) {
    this.address = address;
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

/** The sockets that `live` has opened, oldest first. */
let sockets: FakeSocket[];
/** The frames that `live` has received. */
let frames: ServerFrame[];
/** Returns the URL with the next ticket. Tests replace it. */
let address: () => Promise<string>;
let live: LiveSocket;

const lastSocket = () => sockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  sockets = [];
  frames = [];

  let ticketCount = 0;
  address = async () => {
    ticketCount += 1;
    return `ws://ocean/?ticket=${ticketCount}`;
  };

  live = new LiveSocket({
    address: () => address(),
    onFrame: (frame) => frames.push(frame),
    open: (url) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket;
    },
    random: () => 1,
  });
});

afterEach(() => {
  live.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function openSocket(): Promise<void> {
  await live.start();
  lastSocket().simulateOpen();
}

describe('LiveSocket', () => {
  it('sends and receives only while it is open', async () => {
    expect(live.state.value).toBe('waiting');
    expect(live.send({ action: 'ping' })).toBe(false);

    await live.start();
    expect(live.state.value).toBe('connecting');
    expect(live.send({ action: 'ping' })).toBe(false);

    lastSocket().simulateOpen();
    expect(live.state.value).toBe('open');
    expect(live.send({ action: 'typing', recipientId: 'ada' })).toBe(true);
    expect(lastSocket().sentFrames).toEqual([{ action: 'ping' }, { action: 'typing', recipientId: 'ada' }]);

    lastSocket().simulateMessage('{"type":"pong"}');
    expect(frames).toEqual([{ type: 'pong' }]);
  });

  it('ignores messages that are not frames', async () => {
    await openSocket();
    for (const data of ['', 'ahoy', 'null', '[]', '{"message":"Internal server error","requestId":"r"}']) {
      lastSocket().simulateMessage(data);
    }
    expect(frames).toEqual([]);
  });

  it('reconnects with a new ticket and growing delays, which reset after a stable connection', async () => {
    await openSocket();
    for (const delayMs of [500, 1000, 2000]) {
      lastSocket().simulateClose();
      expect(live.state.value).toBe('waiting');
      const socketCount = sockets.length;

      await vi.advanceTimersByTimeAsync(delayMs - 1);
      expect(sockets).toHaveLength(socketCount);
      await vi.advanceTimersByTimeAsync(1);
      expect(sockets).toHaveLength(socketCount + 1);
    }

    expect(new Set(sockets.map((socket) => socket.address)).size).toBe(4);

    lastSocket().simulateOpen();
    await vi.advanceTimersByTimeAsync(5000);
    lastSocket().simulateClose();
    await vi.advanceTimersByTimeAsync(500);

    expect(sockets).toHaveLength(5);
  });

  it('retries when requesting a ticket fails', async () => {
    const workingAddress = address;
    address = () => Promise.reject(new Error('no network'));
    await live.start();
    expect(live.state.value).toBe('waiting');

    address = workingAddress;
    await vi.advanceTimersByTimeAsync(500);
    lastSocket().simulateOpen();

    expect(live.state.value).toBe('open');
  });

  it('aborts a handshake after 15 seconds and retries', async () => {
    await live.start();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(lastSocket().closed).toBe(true);

    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
  });

  it('retryNow skips the delay, but does nothing while connecting', async () => {
    await openSocket();
    for (let failureCount = 0; failureCount < 6; failureCount += 1) {
      lastSocket().simulateClose();
      live.retryNow();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(sockets).toHaveLength(7);

    live.retryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(sockets).toHaveLength(7);
  });

  it('stays disconnected after stop, even with an attempt in progress', async () => {
    let resolveAddress: (url: string) => void = () => {};
    address = () =>
      new Promise((resolve) => {
        resolveAddress = resolve;
      });

    void live.start();
    live.stop();
    resolveAddress('ws://ocean/?ticket=late');
    await vi.advanceTimersByTimeAsync(600_000);
    live.retryNow();
    live.restart();
    await vi.advanceTimersByTimeAsync(600_000);

    expect(sockets).toHaveLength(0);
    expect(live.state.value).toBe('waiting');
  });

  it('ignores events of an earlier connection', async () => {
    await openSocket();
    const [firstSocket] = sockets;
    live.restart();
    firstSocket?.simulateMessage('{"type":"pong"}');
    firstSocket?.simulateClose();
    await vi.advanceTimersByTimeAsync(500);

    expect(frames).toEqual([]);
    expect(sockets).toHaveLength(2);
  });

  it('waits longer after each connection that lasts less than 5 seconds', async () => {
    await openSocket();
    for (const delayMs of [500, 1000, 2000]) {
      await vi.advanceTimersByTimeAsync(4999);
      const socketCount = sockets.length;
      lastSocket().simulateClose();

      await vi.advanceTimersByTimeAsync(delayMs - 1);
      expect(sockets).toHaveLength(socketCount);

      await vi.advanceTimersByTimeAsync(1);
      lastSocket().simulateOpen();
    }

    await vi.advanceTimersByTimeAsync(5000);
    lastSocket().simulateClose();
    await vi.advanceTimersByTimeAsync(500);

    expect(sockets).toHaveLength(5);
  });

  it('counts a handshake that times out as a failure, although the connection before it was stable', async () => {
    await openSocket();
    await vi.advanceTimersByTimeAsync(5000);
    lastSocket().simulateClose();
    await vi.advanceTimersByTimeAsync(500);

    await vi.advanceTimersByTimeAsync(15_000 + 999);
    expect(sockets).toHaveLength(2);

    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(3);

    await vi.advanceTimersByTimeAsync(15_000 + 1999);
    expect(sockets).toHaveLength(3);
  });

  it('replaces the connection when start is called again', async () => {
    await openSocket();
    await live.start();
    expect(sockets.map(({ closed }) => closed)).toEqual([true, false]);

    sockets[0]?.simulateMessage('{"type":"pong"}');
    expect(frames).toEqual([]);
  });

  it('leaves no timer and no connection after stop', async () => {
    await openSocket();
    live.probe();
    live.stop();

    expect(live.state.value).toBe('waiting');
    expect(lastSocket().closed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);

    live.retryNow();
    live.restart();
    await vi.advanceTimersByTimeAsync(600_000);

    expect(sockets).toHaveLength(1);
  });

  it('keeps the delay of the next attempt when restart is called while it waits', async () => {
    await openSocket();
    lastSocket().simulateClose();
    await vi.advanceTimersByTimeAsync(400);
    live.restart();
    await vi.advanceTimersByTimeAsync(100);

    expect(sockets).toHaveLength(2);
  });

  it('logs a failed ticket request, and ignores that of an earlier attempt', async () => {
    const failure = new Error('no network');
    let rejectAddress: (error: Error) => void = () => {};
    address = () =>
      new Promise((_, reject) => {
        rejectAddress = reject;
      });

    void live.start();
    live.stop();
    rejectAddress(failure);
    await vi.advanceTimersByTimeAsync(600_000);

    expect(console.warn).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);

    void live.start();
    rejectAddress(failure);
    await vi.advanceTimersByTimeAsync(0);

    expect(vi.mocked(console.warn).mock.calls).toEqual([['Socket connection failed; retrying.', failure]]);
  });

  it('opens a WebSocket of the browser', async () => {
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

    const browserSocket = new LiveSocket({ address: async () => 'wss://ocean/', onFrame: () => {} });
    await browserSocket.start();
    browserSocket.stop();
    vi.unstubAllGlobals();

    expect(openedUrls).toEqual(['wss://ocean/']);
  });
});

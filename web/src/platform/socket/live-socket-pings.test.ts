/** The pings by which LiveSocket detects a dead connection. live-socket.test.ts tests all else. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { LiveSocket, type RawSocket } from './live-socket.ts';

const PING = { action: 'ping' };

/** The time without a received frame after which LiveSocket pings, in milliseconds. */
const PING_AFTER_MS = 8.5 * MINUTE_MS;

/** The maximum wait for a frame after a ping, in milliseconds. */
const PONG_TIMEOUT_MS = 10_000;

/** The raw sockets that LiveSocket has opened, each with the frames sent on it. */
let sockets: (RawSocket & { readonly sentFrames: unknown[]; closed: boolean })[];
let liveSocket: LiveSocket;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  liveSocket = new LiveSocket({
    requestUrl: async () => 'ws://ocean/',
    onFrame: () => {},
    openSocket: () => {
      const sentFrames: unknown[] = [];
      const socket = {
        onopen: null,
        onmessage: null,
        onclose: null,
        sentFrames,
        closed: false,
        send: (data: unknown) => void sentFrames.push(JSON.parse(String(data))),
        close() {
          this.closed = true;
        },
      };

      sockets.push(socket);
      return socket;
    },
  });
});

afterEach(() => {
  liveSocket.stop();
  vi.useRealTimers();
});

const lastSocket = () => sockets.at(-1)!;

/** Opens a socket, and responds to its first ping. */
async function openSocket(): Promise<void> {
  await openUnansweredSocket();
  receive('{"type":"pong"}');
  lastSocket().sentFrames.length = 0;
}

/** Opens a socket whose first ping is still without a response. */
async function openUnansweredSocket(): Promise<void> {
  await liveSocket.connect();
  // The handlers read neither their `this` nor other fields of the events.
  lastSocket().onopen?.call(null as never, null as never);
}

function receive(data: string): void {
  lastSocket().onmessage?.call(null as never, { data } as never);
}

describe('LiveSocket', () => {
  it('pings as soon as the socket is open, and reconnects if no frame follows within 10 seconds', async () => {
    await openUnansweredSocket();
    expect(lastSocket().sentFrames).toEqual([PING]);

    await vi.advanceTimersByTimeAsync(PONG_TIMEOUT_MS);
    expect(liveSocket.state.value).toBe('waiting');
  });

  it('pings after 8.5 minutes, and reconnects if no frame follows within 10 seconds', async () => {
    await openSocket();
    await vi.advanceTimersByTimeAsync(PING_AFTER_MS);
    expect(lastSocket().sentFrames).toEqual([PING]);

    receive('{"type":"pong"}');
    await vi.advanceTimersByTimeAsync(PING_AFTER_MS - 1);
    expect(liveSocket.state.value).toBe('open');

    await vi.advanceTimersByTimeAsync(1);
    expect(lastSocket().sentFrames).toEqual([PING, PING]);

    const deadSocket = lastSocket();
    await vi.advanceTimersByTimeAsync(PONG_TIMEOUT_MS);
    expect(deadSocket.closed).toBe(true);
    expect(liveSocket.state.value).toBe('waiting');
  });

  it('pings 8.5 minutes after the last frame that it received, even if it sends frames', async () => {
    await openSocket();
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    receive('{"type":"depth","depth":3}');
    await vi.advanceTimersByTimeAsync(PING_AFTER_MS - 1000);

    expect(lastSocket().sentFrames).toEqual([]);

    liveSocket.send({ action: 'typing', recipientId: 'a' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(lastSocket().sentFrames.at(-1)).toEqual(PING);
  });

  it('probes a connection only if no frame arrived within the last minute', async () => {
    await openSocket();
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
    liveSocket.probeIfQuiet();
    expect(lastSocket().sentFrames).toEqual([]);

    await vi.advanceTimersByTimeAsync(1);
    liveSocket.probeIfQuiet();
    expect(lastSocket().sentFrames).toEqual([PING]);
  });

  it('accepts any frame as a response to a ping', async () => {
    await openSocket();
    liveSocket.probe();
    receive('{"type":"depth","depth":3}');
    await vi.advanceTimersByTimeAsync(PONG_TIMEOUT_MS);

    expect(liveSocket.state.value).toBe('open');
  });

  it('sends one ping at a time', async () => {
    await openSocket();
    liveSocket.probe();
    liveSocket.probe();
    expect(lastSocket().sentFrames).toEqual([PING]);

    receive('{"type":"pong"}');
    liveSocket.probe();
    expect(lastSocket().sentFrames).toEqual([PING, PING]);
  });
});

/** When LiveSocket stays disconnected. live-socket.test.ts tests how it reconnects. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { LiveSocket, type RawSocket } from './live-socket.ts';

/** The raw sockets that `liveSocket` has opened, oldest first. */
let openedSockets: RawSocket[];
let liveSocket: LiveSocket;

beforeEach(() => {
  vi.useFakeTimers();
  openedSockets = [];
  liveSocket = new LiveSocket({
    requestUrl: async () => 'ws://ocean',
    onFrame: () => {},
    openSocket: () => {
      const socket: RawSocket = { send: () => {}, close: () => {}, onopen: null, onmessage: null, onclose: null };
      openedSockets.push(socket);
      return socket;
    },
  });
});

afterEach(() => {
  liveSocket.stop();
  vi.useRealTimers();
});

describe('LiveSocket', () => {
  it('stays disconnected while it is paused, even after a network change, until reconnectNow', async () => {
    await liveSocket.connect();
    // The handler reads neither its `this` nor the event.
    openedSockets[0]!.onopen?.call(null as never, null as never);

    liveSocket.pause();
    liveSocket.reconnectLater();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect([liveSocket.state.value, openedSockets.length]).toEqual(['paused', 1]);

    liveSocket.reconnectNow();
    await vi.advanceTimersByTimeAsync(0);
    expect([liveSocket.state.value, openedSockets.length]).toEqual(['connecting', 2]);
  });

  it('stays disconnected if it is stopped while the next attempt is scheduled', async () => {
    await liveSocket.connect();
    liveSocket.reconnectLater();
    expect(liveSocket.state.value).toBe('waiting');

    liveSocket.stop();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect([liveSocket.state.value, openedSockets.length]).toEqual(['stopped', 1]);
  });
});

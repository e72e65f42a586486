import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { LiveSocket, type RawSocket } from './live-socket.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('LiveSocket stays disconnected while it is paused, even after a network change, until retryNow', async () => {
  const sockets: RawSocket[] = [];
  const openSocket = () => {
    sockets.push({ send: () => {}, close: () => {}, onopen: null, onmessage: null, onclose: null });
    return sockets.at(-1)!;
  };

  const live = new LiveSocket({ address: async () => 'ws://ocean', onFrame: () => {}, open: openSocket });
  await live.start();
  // The handler reads neither its `this` nor the event.
  sockets[0]!.onopen?.call(null as never, null as never);

  live.pause();
  live.restart();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect([live.state.value, sockets.length]).toEqual(['paused', 1]);

  live.retryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect([live.state.value, sockets.length]).toEqual(['connecting', 2]);

  live.stop();
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerFrame } from '../../../../shared/contract/socket.ts';
import { LiveSocket, type RawSocket } from './live-socket.ts';

class FakeSocket implements RawSocket {
  onopen: RawSocket['onopen'] = null;
  onmessage: RawSocket['onmessage'] = null;
  onclose: RawSocket['onclose'] = null;
  readonly sent: unknown[] = [];
  closed = false;
  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  send(data: unknown): void {
    this.sent.push(JSON.parse(String(data)));
  }

  close(): void {
    this.closed = true;
  }

  opens(): void {
    this.onopen?.call(null as never, null as never);
  }

  hears(data: string): void {
    this.onmessage?.call(null as never, { data } as never);
  }

  ends(): void {
    this.onclose?.call(null as never, null as never);
  }
}

let sockets: FakeSocket[];
let frames: ServerFrame[];
let address: () => Promise<string>;
let live: LiveSocket;

const last = () => sockets.at(-1)!;
const PING = { action: 'ping' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  sockets = [];
  frames = [];
  let tickets = 0;
  address = async () => {
    tickets += 1;
    return `ws://ocean/?ticket=${tickets}`;
  };
  live = new LiveSocket({
    address: () => address(),
    onFrame: (frame) => frames.push(frame),
    open: (where) => {
      const socket = new FakeSocket(where);
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

async function opened(): Promise<void> {
  await live.start();
  last().opens();
}

describe('a live socket', () => {
  it('sends and hears while it is open, and refuses to send while it is not', async () => {
    expect(live.send({ action: 'ping' })).toBe(false);
    await live.start();
    expect(live.state.value).toBe('connecting');
    expect(live.send({ action: 'ping' })).toBe(false);
    last().opens();
    expect(live.state.value).toBe('open');
    expect(live.send({ action: 'typing', recipientId: 'ada' })).toBe(true);
    expect(last().sent).toEqual([{ action: 'typing', recipientId: 'ada' }]);
    last().hears('{"type":"pong"}');
    expect(frames).toEqual([{ type: 'pong' }]);
  });

  it('hears no frame in what is none', async () => {
    await opened();
    for (const data of ['', 'ahoy', 'null', '[]', '{"message":"Internal server error","requestId":"r"}']) {
      last().hears(data);
    }
    expect(frames).toEqual([]);
  });

  it('comes back with a new ticket each time, later with each failure, and soon after a steady connection', async () => {
    await opened();
    for (const wait of [500, 1000, 2000]) {
      last().ends();
      expect(live.state.value).toBe('waiting');
      const before = sockets.length;
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(sockets).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(sockets).toHaveLength(before + 1);
    }
    expect(new Set(sockets.map((socket) => socket.address)).size).toBe(4);
    last().opens();
    await vi.advanceTimersByTimeAsync(5000);
    last().ends();
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(5);
  });

  it('tries again when there is no ticket to be had', async () => {
    const good = address;
    address = () => Promise.reject(new Error('no network'));
    await live.start();
    expect(live.state.value).toBe('waiting');
    address = good;
    await vi.advanceTimersByTimeAsync(500);
    last().opens();
    expect(live.state.value).toBe('open');
  });

  it('gives up a handshake that leads nowhere', async () => {
    await live.start();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(last().closed).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
  });

  it('pings every five minutes, and takes a connection for dead that does not answer', async () => {
    await opened();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(last().sent).toEqual([PING]);
    last().hears('{"type":"pong"}');
    await vi.advanceTimersByTimeAsync(299_999);
    expect(live.state.value).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(last().sent).toEqual([PING, PING]);
    const dead = last();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(dead.closed).toBe(true);
    expect(live.state.value).toBe('waiting');
  });

  it('takes any frame for an answer', async () => {
    await opened();
    live.probe();
    last().hears('{"type":"depth","depth":3}');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(live.state.value).toBe('open');
  });

  it('hurries when there is reason to', async () => {
    await opened();
    for (let failures = 0; failures < 6; failures += 1) {
      last().ends();
      live.hurry();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(sockets).toHaveLength(7);
    live.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect(sockets).toHaveLength(7);
  });

  it('is silent once it was stopped, whatever was under way', async () => {
    let admit: (where: string) => void = () => {};
    address = () =>
      new Promise((resolve) => {
        admit = resolve;
      });
    void live.start();
    live.stop();
    admit('ws://ocean/?ticket=late');
    await vi.advanceTimersByTimeAsync(600_000);
    live.hurry();
    live.restart();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sockets).toHaveLength(0);
    expect(live.state.value).toBe('waiting');
  });

  it('forgets a lost connection: what it still says is of no interest', async () => {
    await opened();
    const [first] = sockets;
    live.restart();
    first?.hears('{"type":"pong"}');
    first?.ends();
    await vi.advanceTimersByTimeAsync(500);
    expect(frames).toEqual([]);
    expect(sockets).toHaveLength(2);
  });
});

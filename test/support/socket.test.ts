/**
 * Tests that a socket notes each frame as a change of its member. Later requests of the tests wait for the change while
 * eventually consistent reads are behind.
 */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { Member } from './member.ts';
import { noteChange } from './settled-reads.ts';
import { MemberSocket } from './socket.ts';

vi.mock('./settled-reads.ts', () => ({ noteChange: vi.fn() }));

const member = { userId: 'ada' } as Member;
let server: WebSocketServer;
let socket: MemberSocket;

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  socket = await MemberSocket.openWithTicket('ticket', member, `ws://127.0.0.1:${port}/`);
});

beforeEach(() => vi.mocked(noteChange).mockClear());

afterAll(async () => {
  await socket?.close();
  server.close();
});

describe('MemberSocket', () => {
  it.each([
    ['a frame of the contract', () => socket.send({ action: 'ping' })],
    ['other data', () => socket.sendRaw('{"action":"ping"}')],
  ])('notes a change of its member after sending %s', (_, send) => {
    send();

    expect(vi.mocked(noteChange).mock.calls).toEqual([[member.userId]]);
  });
});

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import type { OpenSocket } from '../table/socket.ts';
import { admitSocket } from './admit-socket.ts';

const { registerSocket, readLastSocket, readSockets, unregisterSocket, sendToSocket, disconnect } = vi.hoisted(() => ({
  registerSocket: vi.fn(),
  readLastSocket: vi.fn(),
  readSockets: vi.fn(),
  unregisterSocket: vi.fn(),
  sendToSocket: vi.fn(),
  disconnect: vi.fn(),
}));
vi.mock('../table/socket.ts', () => ({
  HANDSHAKE_MS: 10_000,
  registerSocket,
  readLastSocket,
  readSockets,
  unregisterSocket,
}));
vi.mock('./send-to-members.ts', () => ({ sendToSocket }));
vi.mock('./close-sockets.ts', () => ({ closeSocket: vi.fn(), disconnectIfPossible: disconnect }));

const LIMIT = CONDUCT_LIMITS.sockets.new;
const HOLDER = { userId: 'ada', issuedAt: 1 };

/**
 * Simulates the member's registrations and API Gateway's sockets, in memory. The scheduler decides when each request
 * arrives.
 */
function simulate(scheduler: fc.Scheduler, oldSocketCount: number) {
  const registeredSockets = new Map<string, OpenSocket>();
  const openConnections = new Set<string>();
  let lastSocket: string | undefined;
  let maxRegistered = 0;
  const schedule = <A extends unknown[], R>(serve: (...input: A) => R) =>
    scheduler.scheduleFunction(async (...input: A) => serve(...input));

  for (let number = 0; number < oldSocketCount; number += 1) {
    registeredSockets.set(`old-${number}`, { connectionId: `old-${number}`, openedAt: number });
    openConnections.add(`old-${number}`);
  }

  readLastSocket.mockImplementation(schedule(() => lastSocket));
  readSockets.mockImplementation(
    schedule(() => [...registeredSockets.values()].sort((a, b) => a.openedAt - b.openedAt)),
  );
  unregisterSocket.mockImplementation(
    schedule((_: string, connectionId: string) => registeredSockets.delete(connectionId)),
  );
  sendToSocket.mockImplementation(schedule((connectionId: string) => openConnections.has(connectionId)));
  disconnect.mockImplementation(
    schedule(({ connectionId }: { connectionId: string }) =>
      openConnections.delete(connectionId) ? 'closed' : 'gone',
    ),
  );
  registerSocket.mockImplementation(
    schedule((_: object, connectionId: string, expected: { lastSocket: string | undefined }) => {
      if (expected.lastSocket !== lastSocket) return 'overtaken';
      lastSocket = connectionId;
      registeredSockets.set(connectionId, { connectionId, openedAt: Date.now() });
      maxRegistered = Math.max(maxRegistered, registeredSockets.size);
      return 'registered';
    }),
  );

  const complete = schedule((connectionId: string) => void openConnections.add(connectionId));
  const handshake = async (connectionId: string) => {
    if ((await admitSocket(HOLDER, connectionId)) === 'registered') await complete(connectionId);
  };

  return { registeredSockets, openConnections, handshake, maxRegistered: () => maxRegistered };
}

describe('admitSocket', () => {
  it('registers and opens exactly the sockets that the limit allows, in every order of requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: LIMIT }),
        fc.integer({ min: 1, max: 12 }),
        fc.scheduler(),
        async (oldSocketCount, newSocketCount, scheduler) => {
          const { registeredSockets, openConnections, handshake, maxRegistered } = simulate(scheduler, oldSocketCount);

          const handshakes = Array.from({ length: newSocketCount }, (_, number) => handshake(`new-${number}`));
          await scheduler.waitFor(Promise.all(handshakes));

          expect(maxRegistered()).toBeLessThanOrEqual(LIMIT);
          expect([...registeredSockets.keys()].toSorted()).toEqual([...openConnections].toSorted());
          expect(openConnections.size).toBe(Math.min(LIMIT, oldSocketCount + newSocketCount));
        },
      ),
    );
  });
});

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

/** The member's registrations and API Gateway's sockets, in memory. The scheduler decides when each request arrives. */
function simulate(scheduler: fc.Scheduler, established: number) {
  const registeredSockets = new Map<string, OpenSocket>();
  const open = new Set<string>();
  let last: string | undefined;
  let mostRegistered = 0;
  const arrives = <A extends unknown[], R>(serve: (...input: A) => R) =>
    scheduler.scheduleFunction(async (...input: A) => serve(...input));

  for (let number = 0; number < established; number += 1) {
    registeredSockets.set(`old-${number}`, { connectionId: `old-${number}`, openedAt: number });
    open.add(`old-${number}`);
  }

  readLastSocket.mockImplementation(arrives(() => last));
  readSockets.mockImplementation(
    arrives(() => [...registeredSockets.values()].sort((a, b) => a.openedAt - b.openedAt)),
  );
  unregisterSocket.mockImplementation(
    arrives((_: string, connectionId: string) => registeredSockets.delete(connectionId)),
  );
  sendToSocket.mockImplementation(arrives((connectionId: string) => open.has(connectionId)));
  disconnect.mockImplementation(
    arrives(({ connectionId }: { connectionId: string }) => (open.delete(connectionId) ? 'closed' : 'gone')),
  );
  registerSocket.mockImplementation(
    arrives((_: object, connectionId: string, expected: { lastSocket: string | undefined }) => {
      if (expected.lastSocket !== last) return 'overtaken';
      last = connectionId;
      registeredSockets.set(connectionId, { connectionId, openedAt: Date.now() });
      mostRegistered = Math.max(mostRegistered, registeredSockets.size);
      return 'registered';
    }),
  );

  const complete = arrives((connectionId: string) => void open.add(connectionId));
  const handshake = async (connectionId: string) => {
    if ((await admitSocket(HOLDER, connectionId)) === 'registered') await complete(connectionId);
  };

  return { registered: registeredSockets, open, handshake, mostRegistered: () => mostRegistered };
}

describe('admitSocket', () => {
  it('keeps as many sockets as allowed, all of them registered and open, in every order of requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: LIMIT }),
        fc.integer({ min: 1, max: 12 }),
        fc.scheduler(),
        async (established, count, scheduler) => {
          const { registered, open, handshake, mostRegistered } = simulate(scheduler, established);
          const handshakes = Array.from({ length: count }, (_, number) => handshake(`new-${number}`));
          await scheduler.waitFor(Promise.all(handshakes));

          expect(mostRegistered()).toBeLessThanOrEqual(LIMIT);
          expect([...registered.keys()].toSorted()).toEqual([...open].toSorted());
          expect(open.size).toBe(Math.min(LIMIT, established + count));
        },
      ),
    );
  });
});

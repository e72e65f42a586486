/**
 * Tests that concurrent handshakes never exceed a member's limit of open sockets. Admitting a socket registers it, and
 * closes the member's oldest socket if there is no room.
 */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import type { OpenSocket } from '../table/socket.ts';
import { admitSocket } from './admit-socket.ts';

const { registerSocket, readLastSocket, readSockets, unregisterSocket, sendToSocket, tryCloseConnection } = vi.hoisted(
  () => ({
    registerSocket: vi.fn(),
    readLastSocket: vi.fn(),
    readSockets: vi.fn(),
    unregisterSocket: vi.fn(),
    sendToSocket: vi.fn(),
    tryCloseConnection: vi.fn(),
  }),
);
vi.mock('../table/socket.ts', () => ({
  HANDSHAKE_MS: 10_000,
  registerSocket,
  readLastSocket,
  readSockets,
  unregisterSocket,
}));
vi.mock('./send-to-members.ts', () => ({ sendToSocket }));
vi.mock('./close-sockets.ts', () => ({ closeSocket: vi.fn(), tryCloseConnection }));

/** Maximum open sockets of a new member. */
const LIMIT = CONDUCT_LIMITS.sockets.new;

/** The member who opens sockets. */
const HOLDER = { userId: 'ada', issuedAt: 1 };

/** The sockets of the member: as the table has them, and as API Gateway has them. */
interface Sockets {
  readonly registrations: Map<string, OpenSocket>;
  readonly openConnections: Set<string>;
  /** The connection that was registered last. */
  lastConnection: string | undefined;
  /** The maximum number of registered sockets so far. */
  maxRegistered: number;
}

/** Returns a function that delays each call of another function until the property test's scheduler runs it. */
const createSchedule =
  (scheduler: fc.Scheduler) =>
  <A extends unknown[], R>(serve: (...input: A) => R) =>
    scheduler.scheduleFunction(async (...input: A) => serve(...input));

type Schedule = ReturnType<typeof createSchedule>;

/** Creates sockets that are open and registered before the test. */
function createSockets(count: number): Sockets {
  const connectionIds = Array.from({ length: count }, (_, number) => `old-${number}`);
  const oldSockets = connectionIds.map((connectionId, openedAt) => ({ connectionId, openedAt }));

  return {
    registrations: new Map(oldSockets.map((socket) => [socket.connectionId, socket])),
    openConnections: new Set(connectionIds),
    lastConnection: undefined,
    maxRegistered: 0,
  };
}

/** Replaces the table. A registration fails if another socket was registered since `expected` was read. */
function fakeTable(sockets: Sockets, schedule: Schedule): void {
  const listByAge = () => [...sockets.registrations.values()].sort((a, b) => a.openedAt - b.openedAt);

  const register = (_: object, connectionId: string, expected: { lastSocket: string | undefined }) => {
    if (expected.lastSocket !== sockets.lastConnection) return 'overtaken';

    sockets.lastConnection = connectionId;
    sockets.registrations.set(connectionId, { connectionId, openedAt: Date.now() });
    sockets.maxRegistered = Math.max(sockets.maxRegistered, sockets.registrations.size);
    return 'registered';
  };

  readLastSocket.mockImplementation(schedule(() => sockets.lastConnection));
  readSockets.mockImplementation(schedule(listByAge));
  registerSocket.mockImplementation(schedule(register));
  unregisterSocket.mockImplementation(
    schedule((_: string, connectionId: string) => sockets.registrations.delete(connectionId)),
  );
}

/** Replaces API Gateway's API for open sockets. */
function fakeGateway(sockets: Sockets, schedule: Schedule): void {
  const close = ({ connectionId }: { connectionId: string }) =>
    sockets.openConnections.delete(connectionId) ? 'closed' : 'gone';

  sendToSocket.mockImplementation(schedule((connectionId: string) => sockets.openConnections.has(connectionId)));
  tryCloseConnection.mockImplementation(schedule(close));
}

/** Simulates a member with open sockets. `handshake` opens a further one, unless the product refuses it. */
function simulate(scheduler: fc.Scheduler, oldSocketCount: number) {
  const schedule = createSchedule(scheduler);
  const sockets = createSockets(oldSocketCount);
  fakeTable(sockets, schedule);
  fakeGateway(sockets, schedule);

  const complete = schedule((connectionId: string) => void sockets.openConnections.add(connectionId));
  const handshake = async (connectionId: string) => {
    if ((await admitSocket(HOLDER, connectionId)) === 'registered') await complete(connectionId);
  };

  return { sockets, handshake };
}

describe('admitSocket', () => {
  it('registers and opens exactly the sockets that the limit allows, in every order of requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: LIMIT }),
        fc.integer({ min: 1, max: 12 }),
        fc.scheduler(),
        async (oldSocketCount, newSocketCount, scheduler) => {
          const { sockets, handshake } = simulate(scheduler, oldSocketCount);

          const handshakes = Array.from({ length: newSocketCount }, (_, number) => handshake(`new-${number}`));
          await scheduler.waitFor(Promise.all(handshakes));

          expect(sockets.maxRegistered).toBeLessThanOrEqual(LIMIT);
          expect([...sockets.registrations.keys()].toSorted()).toEqual([...sockets.openConnections].toSorted());
          expect(sockets.openConnections.size).toBe(Math.min(LIMIT, oldSocketCount + newSocketCount));
        },
      ),
    );
  });
});

/**
 * Tests of ending all sessions of a member: tokens that were issued before are refused, and open sockets are closed.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeSockets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { loadViewer } from '../access/viewer.ts';
import { logger } from '../platform/logger.ts';
import { table } from '../table/client.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile, getProfile, refuseTokensBefore } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { findSocketOwner, readConnections, registerSocket } from '../table/socket.ts';
import { closeConnection, closeSockets } from './close-sockets.ts';
import { endSessions } from './end-sessions.ts';

const invokeFunction = vi.hoisted(() => vi.fn(async (_name: string, _payload: object) => {}));
vi.mock('../platform/invoke-function.ts', () => ({ invokeFunction }));

let stopTable: () => Promise<void>;
let sockets: FakeSockets;
beforeAll(async () => {
  stopTable = await startTable();
  sockets = new FakeSockets();
});
afterAll(() => stopTable());

async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return { userId, username: userId, issuedAt: currentSecond() };
}

const currentSecond = () => Math.floor(Date.now() / 1000);

/** Registers this number of sockets. Returns their connections, in the order of their names. */
async function openSockets(userId: string, count: number): Promise<string[]> {
  const connections = Array.from({ length: count }, (_, index) => `${userId}-${String(index).padStart(2, '0')}`);
  for (const connection of connections) await registerSocket({ userId, issuedAt: currentSecond() }, connection);
  return connections;
}

describe('endSessions', () => {
  it('refuses tokens issued until it was called, and accepts tokens issued after it returns', async () => {
    const ada = await createMember();
    expect(await loadViewer(ada)).toMatchObject({ userId: ada.userId });

    const earlierCaller = { ...ada, issuedAt: currentSecond() };
    await endSessions(ada.userId);
    const laterCaller = { ...ada, issuedAt: currentSecond() };

    await expect(loadViewer(earlierCaller)).rejects.toMatchObject({
      code: 'Unauthenticated',
      message: "You've been signed out. Please sign in again.",
    });
    expect(await loadViewer(laterCaller)).toMatchObject({ userId: ada.userId });
  });

  it('refuses tokens of the second in which it is called', async () => {
    const ada = await createMember();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00.999Z') });
    const issuedAt = currentSecond();

    const pendingEnd = endSessions(ada.userId);
    vi.useRealTimers();
    await pendingEnd;

    await expect(loadViewer({ ...ada, issuedAt })).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(await loadViewer({ ...ada, issuedAt: issuedAt + 1 })).toMatchObject({ userId: ada.userId });
  });

  it('keeps a later time that is already stored', async () => {
    const ada = await createMember();
    const laterTime = currentSecond() + 2;
    expect(await refuseTokensBefore(ada.userId, laterTime)).toBe(laterTime);
    expect(await refuseTokensBefore(ada.userId, laterTime - 1)).toBe(laterTime);

    await endSessions(ada.userId);
    expect(unseal(await getProfile(ada.userId))).toMatchObject({ tokensValidFrom: laterTime });
    expect(Date.now()).toBeGreaterThanOrEqual(laterTime * 1000);
  });

  it("closes only the member's sockets", async () => {
    const ada = await createMember();
    const ben = await createMember();
    const connections = await openSockets(ada.userId, 2);
    const otherConnections = await openSockets(ben.userId, 1);

    await endSessions(ada.userId);

    expect(sockets.closedConnections).toEqual(connections);
    expect(await readConnections(ada.userId)).toEqual([]);
    expect(await readConnections(ben.userId)).toEqual(otherConnections);
    expect(unseal(await getProfile(ben.userId))).not.toHaveProperty('tokensValidFrom');
  });

  it('lets another function close the sockets if the stage has one, and deletes the registrations', async () => {
    const ada = await createMember();
    const connections = await openSockets(ada.userId, 2);
    vi.stubEnv('CLOSE_FUNCTION_NAME', 'close-socket');
    sockets.closedConnections.length = 0;

    await endSessions(ada.userId);

    vi.stubEnv('CLOSE_FUNCTION_NAME', undefined);
    expect(invokeFunction.mock.calls).toEqual(connections.map((connectionId) => ['close-socket', { connectionId }]));
    expect(sockets.closedConnections).toEqual([]);
    expect(await readConnections(ada.userId)).toEqual([]);

    await closeConnection({ connectionId: connections[0]! });
    expect(sockets.closedConnections).toEqual([connections[0]]);
  });

  it('creates no profile for a deleted or unknown member', async () => {
    const ada = await createMember();
    await hideAccount(ada.userId);
    const unknownId = randomUUID();

    for (const userId of [ada.userId, unknownId]) {
      await expect(endSessions(userId)).rejects.toMatchObject({ code: 'Unauthenticated' });
      expect(unseal(await getProfile(userId))).toBeUndefined();
    }
  });
});

describe('closeConnection', () => {
  it('throws if API Gateway fails, so that Lambda repeats the call', async () => {
    sockets.failingConnections.add('busy');

    await expect(closeConnection({ connectionId: 'busy' })).rejects.toThrow('The connection is busy.');
  });

  it('does nothing for a closed socket', async () => {
    sockets.goneConnections.add('closed');

    await closeConnection({ connectionId: 'closed' });

    expect(sockets.closedConnections).not.toContain('closed');
  });
});

describe('closeSockets', () => {
  it('closes all sockets, including sockets that are too many to receive frames', async () => {
    const ada = await createMember();
    sockets.closedConnections.length = 0;
    // A frame reaches at most 50 sockets of a member.
    const connections = await openSockets(ada.userId, 53);

    await closeSockets(ada.userId);

    expect(sockets.closedConnections.toSorted()).toEqual(connections);
    expect(await readConnections(ada.userId)).toEqual([]);
    expect(await findSocketOwner(connections[52]!)).toBeUndefined();
  });

  it('unregisters sockets that are gone, or that API Gateway fails to close', async () => {
    const warn = vi.spyOn(logger, 'warn').mockReturnValue();
    const ada = await createMember();
    const [goneConnection, failingConnection] = await openSockets(ada.userId, 2);
    sockets.goneConnections.add(goneConnection!);
    sockets.failingConnections.add(failingConnection!);

    await closeSockets(ada.userId);

    expect(await readConnections(ada.userId)).toEqual([]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('throws if the table fails, and closes the remaining sockets when it is repeated', async () => {
    const ada = await createMember();
    await openSockets(ada.userId, 1);
    beforeNext(table, 'QueryCommand', () => {
      throw new Error('The table is down.');
    });

    await expect(closeSockets(ada.userId)).rejects.toThrow('The table is down.');

    await closeSockets(ada.userId);
    expect(await readConnections(ada.userId)).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { TICKET_SECONDS } from '../../shared/rules/limits.ts';
import { FakeSockets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import { logger } from '../platform/logger.ts';
import { table } from '../table/client.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile, refuseTokensBefore } from '../table/profile.ts';
import { findSocketOwner, HANDSHAKE_MS, readConnections, readSockets, registerSocket } from '../table/socket.ts';
import { admitSocket } from './admit-socket.ts';
import { connect, disconnect } from './connection.ts';
import { createTicket } from './ticket.ts';

let stop: () => Promise<void>;
let sockets: FakeSockets;
beforeAll(async () => {
  stop = await startTable();
  sockets = new FakeSockets();
});
afterEach(() => vi.useRealTimers());
afterAll(() => stop());

async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await registerSocket({ userId, issuedAt: 1 }, `socket-${userId}`);
  return { userId, username: userId, issuedAt: 1 };
}

describe('sockets', () => {
  const buildEvent = (connectionId: string, ticket?: string) =>
    ({
      requestContext: { connectionId, requestId: 'r' },
      ...(ticket !== undefined && { queryStringParameters: { ticket } }),
    }) as unknown as APIGatewayProxyWebsocketEventV2;
  const run = (handler: typeof connect, ...args: Parameters<typeof buildEvent>) => handler(buildEvent(...args));

  it('open once with a ticket of the caller', async () => {
    const ada = await createMember();
    const connection = randomUUID();
    const { ticket } = await createTicket(ada);

    expect(await run(connect, connection, ticket)).toEqual({ statusCode: 200 });
    expect(await findSocketOwner(connection)).toBe(ada.userId);

    expect(await run(connect, randomUUID(), ticket)).toEqual({ statusCode: 401 });
  });

  it('do not open with an expired ticket', async () => {
    const ada = await createMember();
    const connection = randomUUID();
    const { ticket, expiresInSeconds } = await createTicket(ada);
    expect(expiresInSeconds).toBe(TICKET_SECONDS);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (TICKET_SECONDS + 1) * 1000 });

    expect(await run(connect, connection, ticket)).toEqual({ statusCode: 401 });
    expect(await findSocketOwner(connection)).toBeUndefined();
  });

  it('do not open without a ticket', async () => {
    const connection = randomUUID();
    expect(await run(connect, connection)).toEqual({ statusCode: 401 });
    expect(await run(connect, connection, '')).toEqual({ statusCode: 401 });
    expect(await findSocketOwner(connection)).toBeUndefined();
  });

  it('do not open with a ticket from before the sessions ended', async () => {
    const ada = await createMember();
    const { ticket } = await createTicket(ada);
    const newer = await createTicket({ ...ada, issuedAt: 5 });
    await refuseTokensBefore(ada.userId, 5);
    const connection = randomUUID();

    expect(await run(connect, connection, ticket)).toEqual({ statusCode: 401 });
    expect(await findSocketOwner(connection)).toBeUndefined();
    expect(await run(connect, randomUUID(), newer.ticket)).toEqual({ statusCode: 200 });
  });

  it('close sockets of ended sessions that stayed open, because ending them failed halfway', async () => {
    const ada = await createMember();
    const validFrom = Math.floor(Date.now() / 1000) + 1;
    await refuseTokensBefore(ada.userId, validFrom);
    vi.useFakeTimers({ toFake: ['Date'], now: validFrom * 1000 });
    const connections = [randomUUID(), randomUUID()];
    for (const connection of connections) {
      const { ticket } = await createTicket({ ...ada, issuedAt: validFrom });
      expect(await run(connect, connection, ticket)).toEqual({ statusCode: 200 });
    }

    expect(sockets.closed).toContain(`socket-${ada.userId}`);
    expect(await readConnections(ada.userId)).toEqual(connections.toSorted());
  });

  it('do not open with a ticket from before the account was deleted', async () => {
    const ada = await createMember();
    const { ticket } = await createTicket(ada);
    await hideAccount(ada.userId);
    expect(await run(connect, randomUUID(), ticket)).toEqual({ statusCode: 401 });
  });

  it('get no ticket for a member who has deleted their account', async () => {
    const ada = await createMember();
    await hideAccount(ada.userId);
    await expect(createTicket(ada)).rejects.toMatchObject({ code: 'Unauthenticated' });
  });

  it('unregisters a socket when it closes', async () => {
    const ada = await createMember();
    expect(await run(disconnect, `socket-${ada.userId}`)).toEqual({ statusCode: 200 });
    expect(await readConnections(ada.userId)).toEqual([]);
    const calls = await countCalls(table, () => Promise.resolve(run(disconnect, `socket-${ada.userId}`)));
    expect(calls).toEqual({ GetItemCommand: 1 });
  });

  it('close the oldest of a member who opens more than allowed, and tell its page why', async () => {
    const ada = await createMember();
    const connections = [`socket-${ada.userId}`];
    for (let count = 1; count <= CONDUCT_LIMITS.sockets.new; count++) {
      const { ticket } = await createTicket(ada);
      connections.push(randomUUID());
      expect(await run(connect, connections.at(-1)!, ticket)).toEqual({ statusCode: 200 });
    }

    expect((await readSockets(ada.userId)).map(({ connectionId }) => connectionId)).toEqual(connections.slice(1));
    expect(sockets.closed).toContain(connections[0]);
    expect(sockets.take(connections[0]!)).toMatchObject([{ type: 'error', code: 'TooManySockets' }]);
    expect(await findSocketOwner(connections[0]!)).toBeUndefined();
  });

  /** Opens a socket as API Gateway does: a request to it fails until its handshake is complete. */
  async function openThroughGateway(ticket: string): Promise<{ connection: string; status: number | undefined }> {
    const connection = randomUUID();
    sockets.gone.add(connection);
    const { statusCode: status } = await run(connect, connection, ticket);
    if (status !== 200) return { connection, status };

    await setTimeout(100);
    sockets.gone.delete(connection);
    return { connection, status };
  }

  it('stay within the limit when many open concurrently, and every registered socket is open', async () => {
    const ada = await createMember();
    const tickets = await Promise.all(Array.from({ length: 50 }, () => createTicket(ada)));

    const handshakes = await Promise.all(tickets.map(({ ticket }) => openThroughGateway(ticket)));

    expect([200, 429]).toEqual(expect.arrayContaining(handshakes.map(({ status }) => status)));

    const acceptedConnections = handshakes.filter(({ status }) => status === 200).map(({ connection }) => connection);
    const openConnections = [`socket-${ada.userId}`, ...acceptedConnections].filter(
      (connection) => !sockets.closed.includes(connection),
    );
    expect(openConnections).toHaveLength(CONDUCT_LIMITS.sockets.new);
    expect(await readConnections(ada.userId)).toEqual(openConnections.toSorted());
  });

  it('do not open while running handshakes use up the limit', async () => {
    const ada = await createMember();
    const connections = Array.from({ length: CONDUCT_LIMITS.sockets.new }, () => randomUUID());
    for (const connection of connections) {
      sockets.gone.add(connection);
      expect(await run(connect, connection, (await createTicket(ada)).ticket)).toEqual({ statusCode: 200 });
    }

    const connection = randomUUID();
    expect(await run(connect, connection, (await createTicket(ada)).ticket)).toEqual({ statusCode: 429 });
    expect(await findSocketOwner(connection)).toBeUndefined();

    const { ticket } = await createTicket(ada);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HANDSHAKE_MS + 1 });
    expect(await run(connect, connection, ticket)).toEqual({ statusCode: 200 });

    const registeredConnections = await readConnections(ada.userId);
    expect(registeredConnections).toHaveLength(CONDUCT_LIMITS.sockets.new);
    expect(registeredConnections).toContain(connection);
  });

  it('do not open in the place of a socket that API Gateway fails to close', async () => {
    vi.spyOn(logger, 'warn').mockReturnValue();
    vi.spyOn(logger, 'error').mockReturnValue();
    const ada = await createMember();
    const first = `socket-${ada.userId}`;
    sockets.failing.add(first);

    const connections: string[] = [];
    for (let count = 1; count <= CONDUCT_LIMITS.sockets.new; count++) {
      connections.push(randomUUID());
      await run(connect, connections.at(-1)!, (await createTicket(ada)).ticket);
    }

    expect(await readConnections(ada.userId)).toEqual([first, ...connections.slice(1)].toSorted());
    vi.restoreAllMocks();
    sockets = new FakeSockets();
  });

  it('counts sockets over all pages for the limit of a settled member', async () => {
    const holder = { userId: randomUUID(), issuedAt: 1, createdAt: '2026-01-01T00:00:00.000Z' };
    for (let count = 0; count < 60; count++) await registerSocket(holder, randomUUID());

    expect(await admitSocket(holder, randomUUID())).toBe('registered');
    expect(await readConnections(holder.userId)).toHaveLength(CONDUCT_LIMITS.sockets.settled);
  });
});

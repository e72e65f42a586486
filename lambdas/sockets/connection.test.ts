/**
 * Tests of the functions that open and close sockets. A browser fetches a ticket with its token, and opens one socket
 * with it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { TICKET_SECONDS } from '../../shared/rules/limits.ts';
import { FakeSockets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import type { Caller } from '../platform/identity.ts';
import { logger } from '../platform/logger.ts';
import { table } from '../table/client.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile, refuseTokensBefore } from '../table/profile.ts';
import { findSocketOwner, HANDSHAKE_MS, readConnections, readSockets, registerSocket } from '../table/socket.ts';
import { admitSocket } from './admit-socket.ts';
import { connect, disconnect } from './connection.ts';
import { createTicket } from './ticket.ts';

/** Maximum open sockets of a new member. */
const LIMIT = CONDUCT_LIMITS.sockets.new;

let stopTable: () => Promise<void>;
let sockets: FakeSockets;
beforeAll(async () => {
  stopTable = await startTable();
  sockets = new FakeSockets();
});
afterEach(() => vi.useRealTimers());
afterAll(() => stopTable());

/** Returns the connection of the socket that {@link createMember} registers. */
const firstSocketOf = ({ userId }: { readonly userId: string }) => `socket-${userId}`;

/** Creates a new member with one registered socket. */
async function createMember(): Promise<Caller> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await registerSocket({ userId, issuedAt: 1 }, firstSocketOf({ userId }));
  return { userId, username: userId, issuedAt: 1 };
}

/** Runs the handler of `$connect` or `$disconnect` for a connection. */
function run(handler: typeof connect, connectionId: string, ticket?: string) {
  const event = {
    requestContext: { connectionId, requestId: 'r' },
    ...(ticket !== undefined && { queryStringParameters: { ticket } }),
  };
  return handler(event as unknown as APIGatewayProxyWebsocketEventV2);
}

/** Runs `$connect` with a new ticket of the member. */
async function connectWithNewTicket(member: Caller, connection: string) {
  const { ticket } = await createTicket(member);
  return run(connect, connection, ticket);
}

describe('tickets', () => {
  it('opens one socket with a ticket of the caller', async () => {
    const ada = await createMember();
    const connection = randomUUID();
    const { ticket } = await createTicket(ada);

    expect(await run(connect, connection, ticket)).toEqual({ statusCode: 200 });
    expect(await findSocketOwner(connection)).toBe(ada.userId);

    expect(await run(connect, randomUUID(), ticket)).toEqual({ statusCode: 401 });
  });

  it('opens no socket with an expired ticket', async () => {
    const ada = await createMember();
    const connection = randomUUID();
    const { ticket, expiresInSeconds } = await createTicket(ada);
    expect(expiresInSeconds).toBe(TICKET_SECONDS);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (TICKET_SECONDS + 1) * 1000 });

    expect(await run(connect, connection, ticket)).toEqual({ statusCode: 401 });
    expect(await findSocketOwner(connection)).toBeUndefined();
  });

  it('opens no socket without a ticket', async () => {
    const connection = randomUUID();

    expect(await run(connect, connection)).toEqual({ statusCode: 401 });
    expect(await run(connect, connection, '')).toEqual({ statusCode: 401 });
    expect(await findSocketOwner(connection)).toBeUndefined();
  });

  it('opens no socket with a ticket from before the sessions ended', async () => {
    const ada = await createMember();
    const oldTicket = await createTicket(ada);
    const newTicket = await createTicket({ ...ada, issuedAt: 5 });
    await refuseTokensBefore(ada.userId, 5);
    const connection = randomUUID();

    expect(await run(connect, connection, oldTicket.ticket)).toEqual({ statusCode: 401 });
    expect(await findSocketOwner(connection)).toBeUndefined();

    expect(await run(connect, randomUUID(), newTicket.ticket)).toEqual({ statusCode: 200 });
  });

  it('opens no socket with a ticket from before the account was deleted', async () => {
    const ada = await createMember();
    const { ticket } = await createTicket(ada);
    await hideAccount(ada.userId);

    expect(await run(connect, randomUUID(), ticket)).toEqual({ statusCode: 401 });
  });
});

describe('createTicket', () => {
  it('rejects a member who has deleted their account', async () => {
    const ada = await createMember();
    await hideAccount(ada.userId);

    await expect(createTicket(ada)).rejects.toMatchObject({ code: 'Unauthenticated' });
  });
});

describe('$connect', () => {
  it('closes sockets of ended sessions that stayed open, because ending them failed halfway', async () => {
    const ada = await createMember();
    const validFrom = Math.floor(Date.now() / 1000) + 1;
    await refuseTokensBefore(ada.userId, validFrom);
    vi.useFakeTimers({ toFake: ['Date'], now: validFrom * 1000 });

    const connections = [randomUUID(), randomUUID()];
    for (const connection of connections) {
      const response = await connectWithNewTicket({ ...ada, issuedAt: validFrom }, connection);
      expect(response).toEqual({ statusCode: 200 });
    }

    expect(sockets.closedConnections).toContain(firstSocketOf(ada));
    expect(await readConnections(ada.userId)).toEqual(connections.toSorted());
  });

  it('closes the oldest socket if a member opens too many, and sends its page the reason', async () => {
    const ada = await createMember();
    const oldestConnection = firstSocketOf(ada);

    const connections = Array.from({ length: LIMIT }, () => randomUUID());
    for (const connection of connections) {
      expect(await connectWithNewTicket(ada, connection)).toEqual({ statusCode: 200 });
    }

    expect((await readSockets(ada.userId)).map(({ connectionId }) => connectionId)).toEqual(connections);
    expect(sockets.closedConnections).toContain(oldestConnection);
    expect(sockets.take(oldestConnection)).toMatchObject([{ type: 'error', code: 'TooManySockets' }]);
    expect(await findSocketOwner(oldestConnection)).toBeUndefined();
  });

  /** Opens a socket as API Gateway does: a request to it fails until its handshake is complete. */
  async function openThroughGateway(ticket: string): Promise<{ connection: string; status: number | undefined }> {
    const connection = randomUUID();
    sockets.goneConnections.add(connection);
    const { statusCode: status } = await run(connect, connection, ticket);
    if (status !== 200) return { connection, status };

    // Other handshakes run before this one is complete.
    await setTimeout(100);
    sockets.goneConnections.delete(connection);
    return { connection, status };
  }

  it('keeps concurrent handshakes within the limit, and registers only sockets that open', async () => {
    const ada = await createMember();
    const tickets = await Promise.all(Array.from({ length: 50 }, () => createTicket(ada)));

    const handshakes = await Promise.all(tickets.map(({ ticket }) => openThroughGateway(ticket)));

    // No handshake has another status.
    expect([200, 429]).toEqual(expect.arrayContaining(handshakes.map(({ status }) => status)));

    const acceptedConnections = handshakes.filter(({ status }) => status === 200).map(({ connection }) => connection);
    const openConnections = [firstSocketOf(ada), ...acceptedConnections].filter(
      (connection) => !sockets.closedConnections.includes(connection),
    );
    expect(openConnections).toHaveLength(LIMIT);
    expect(await readConnections(ada.userId)).toEqual(openConnections.toSorted());
  });

  it('rejects a handshake while running handshakes use up the limit', async () => {
    const ada = await createMember();
    const handshakes = Array.from({ length: LIMIT }, () => randomUUID());
    for (const connection of handshakes) {
      sockets.goneConnections.add(connection);
      expect(await connectWithNewTicket(ada, connection)).toEqual({ statusCode: 200 });
    }

    const connection = randomUUID();
    expect(await connectWithNewTicket(ada, connection)).toEqual({ statusCode: 429 });
    expect(await findSocketOwner(connection)).toBeUndefined();

    const { ticket } = await createTicket(ada);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HANDSHAKE_MS + 1 });
    expect(await run(connect, connection, ticket)).toEqual({ statusCode: 200 });

    const registeredConnections = await readConnections(ada.userId);
    expect(registeredConnections).toHaveLength(LIMIT);
    expect(registeredConnections).toContain(connection);
  });

  it('closes the next socket if API Gateway fails to close the oldest', async () => {
    vi.spyOn(logger, 'warn').mockReturnValue();
    vi.spyOn(logger, 'error').mockReturnValue();
    const ada = await createMember();
    const oldestConnection = firstSocketOf(ada);
    sockets.failingConnections.add(oldestConnection);

    const connections = Array.from({ length: LIMIT }, () => randomUUID());
    for (const connection of connections) await connectWithNewTicket(ada, connection);

    expect(await readConnections(ada.userId)).toEqual([oldestConnection, ...connections.slice(1)].toSorted());

    // Also restores the client that the fake has replaced, so later tests need a new fake.
    vi.restoreAllMocks();
    sockets = new FakeSockets();
  });
});

describe('admitSocket', () => {
  it('counts sockets on all pages for the limit of a settled member', async () => {
    const holder = { userId: randomUUID(), issuedAt: 1, createdAt: '2026-01-01T00:00:00.000Z' };
    // More than one page of registrations, which holds 50.
    for (let count = 0; count < 60; count++) await registerSocket(holder, randomUUID());

    expect(await admitSocket(holder, randomUUID())).toBe('registered');
    expect(await readConnections(holder.userId)).toHaveLength(CONDUCT_LIMITS.sockets.settled);
  });
});

describe('$disconnect', () => {
  it('unregisters a socket, and ignores a repeated event', async () => {
    const ada = await createMember();

    expect(await run(disconnect, firstSocketOf(ada))).toEqual({ statusCode: 200 });
    expect(await readConnections(ada.userId)).toEqual([]);

    const calls = await countCalls(table, () => run(disconnect, firstSocketOf(ada)));
    expect(calls).toEqual({ GetItemCommand: 1 });
  });
});

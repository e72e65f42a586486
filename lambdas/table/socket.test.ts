/** Tests of tickets, which open one socket each, and of the registration of open sockets. */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SOCKET_LIFETIME_SECONDS, TICKET_SECONDS } from '../../shared/rules/limits.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, countCalls } from '../../test/support/table-calls.ts';
import { table, tableName } from './client.ts';
import { connectionKey, socketKeys, ticketKey } from './keys.ts';
import { findSocketOwner, readConnections, registerSocket, unregisterSocket } from './socket.ts';
import { issueTicket, redeemTicket } from './ticket.ts';

const ADA = { userId: 'ada', issuedAt: 1 };
const NOW = Date.parse('2026-11-21T12:00:00.900Z');

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
});

async function readExpiry(Key: object): Promise<number> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item?.expiresAt;
}

describe('tickets', () => {
  it('accepts a ticket once', async () => {
    const ticket = await issueTicket(ADA);

    expect(ticket).toMatch(/^[\w-]{43}$/);
    expect(await redeemTicket(ticket)).toMatchObject(ADA);
    expect(await redeemTicket(ticket)).toBeUndefined();
  });

  it('accepts a ticket only until the second of its expiry, even if DynamoDB has not deleted it', async () => {
    const ticket = await issueTicket(ADA);
    const lateTicket = await issueTicket(ADA);
    expect(await readExpiry(ticketKey(ticket))).toBe(Math.floor(NOW / 1000) + TICKET_SECONDS);

    vi.setSystemTime(NOW + TICKET_SECONDS * 1000);
    expect(await redeemTicket(ticket)).toMatchObject(ADA);

    vi.setSystemTime(NOW + (TICKET_SECONDS + 1) * 1000);
    expect(await redeemTicket(lateTicket)).toBeUndefined();
  });

  it('refuses an unknown ticket', async () => {
    expect(await redeemTicket('x'.repeat(43))).toBeUndefined();
  });

  it.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`, `!${'x'.repeat(43)}`, `${'x'.repeat(43)}!`])(
    'refuses a malformed ticket without a request to the table: "%s"',
    async (ticket) => {
      const calls = await countCalls(table, async () => expect(await redeemTicket(ticket)).toBeUndefined());

      expect(calls).toEqual({});
    },
  );

  it('keeps a ticket valid if the table fails', async () => {
    const ticket = await issueTicket(ADA);
    beforeNext(table, 'DeleteItemCommand', () => {
      throw new Error('The table is down.');
    });

    await expect(redeemTicket(ticket)).rejects.toThrow('The table is down.');

    expect(await redeemTicket(ticket)).toMatchObject(ADA);
  });
});

describe('sockets', () => {
  it('registers sockets for their member until they are closed', async () => {
    const userId = randomUUID();
    const connection = randomUUID();
    await registerSocket({ userId, issuedAt: 1 }, connection);
    await registerSocket({ userId, issuedAt: 1 }, `${connection}-2`);

    expect(await findSocketOwner(connection)).toBe(userId);
    expect(await readConnections(userId)).toEqual([connection, `${connection}-2`]);

    await unregisterSocket(userId, connection);
    expect(await findSocketOwner(connection)).toBeUndefined();
    expect(await readConnections(userId)).toEqual([`${connection}-2`]);
  });

  it('keeps a registration for a minute after the maximum lifetime of a connection', async () => {
    const userId = randomUUID();
    const connection = randomUUID();

    await registerSocket({ userId, issuedAt: 1 }, connection);

    const expectedExpiry = Math.floor(NOW / 1000) + SOCKET_LIFETIME_SECONDS + 60;
    for (const key of socketKeys(userId, connection)) expect(await readExpiry(key)).toBe(expectedExpiry);
    expect(socketKeys(userId, connection)[1]).toEqual(connectionKey(connection));
  });

  it('returns only the first 50 sockets of a member to send frames to', async () => {
    const userId = randomUUID();
    const connections = Array.from({ length: 51 }, (_, index) => `${userId}-${String(index).padStart(2, '0')}`);
    for (const connection of connections) await registerSocket({ userId, issuedAt: 1 }, connection);

    expect(await readConnections(userId)).toEqual(connections.slice(0, 50));
  });
});

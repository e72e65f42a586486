import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TICKET_SECONDS } from '../../shared/depth/limits.ts';
import { FakeSockets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import { table } from '../table/client.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile } from '../table/profile.ts';
import { findSocketOwner, readConnections, registerSocket } from '../table/socket.ts';
import { connect, disconnect, unknownAction } from './connection.ts';
import { createTicket } from './ticket.ts';

let stop: () => Promise<void>;
let sockets: FakeSockets;
beforeAll(async () => {
  stop = await startTable();
  sockets = new FakeSockets();
});
afterEach(() => vi.useRealTimers());
afterAll(() => stop());

async function newMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await registerSocket(userId, `socket-${userId}`);
  return { userId, username: userId };
}

describe('sockets', () => {
  const event = (connectionId: string, ticket?: string) =>
    ({
      requestContext: { connectionId, requestId: 'r' },
      ...(ticket !== undefined && { queryStringParameters: { ticket } }),
    }) as unknown as APIGatewayProxyWebsocketEventV2;
  const run = (handler: typeof connect, ...args: Parameters<typeof event>) =>
    handler(event(...args), {} as never, () => {});

  it('open once with a ticket of the caller, until it expires', async () => {
    const ada = await newMember();
    const { ticket, expiresInSeconds } = await createTicket(ada);
    expect(expiresInSeconds).toBe(TICKET_SECONDS);
    const connection = randomUUID();
    expect(await run(connect, connection, ticket)).toEqual({ statusCode: 200 });
    expect(await findSocketOwner(connection)).toBe(ada.userId);
    expect(await run(connect, randomUUID(), ticket)).toEqual({ statusCode: 401 });
    const late = await createTicket(ada);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (TICKET_SECONDS + 1) * 1000 });
    const other = randomUUID();
    expect(await run(connect, other, late.ticket)).toEqual({ statusCode: 401 });
    expect(await findSocketOwner(other)).toBeUndefined();
  });

  it('do not open without a ticket', async () => {
    const connection = randomUUID();
    expect(await run(connect, connection)).toEqual({ statusCode: 401 });
    expect(await run(connect, connection, '')).toEqual({ statusCode: 401 });
    expect(await findSocketOwner(connection)).toBeUndefined();
  });

  it('get no ticket for a member who has deleted their account', async () => {
    const ada = await newMember();
    await hideAccount(ada.userId);
    await expect(createTicket(ada)).rejects.toMatchObject({ code: 'Unauthenticated' });
  });

  it('are forgotten when they close', async () => {
    const ada = await newMember();
    expect(await run(disconnect, `socket-${ada.userId}`)).toEqual({ statusCode: 200 });
    expect(await readConnections(ada.userId)).toEqual([]);
    const calls = await countCalls(table, () => Promise.resolve(run(disconnect, `socket-${ada.userId}`)));
    expect(calls).toEqual({ GetItemCommand: 1 });
  });

  it('get an error frame for an unknown action', async () => {
    const connection = randomUUID();
    expect(await run(unknownAction, connection)).toEqual({ statusCode: 200 });
    expect(sockets.take(connection)).toEqual([
      {
        type: 'error',
        code: 'InvalidInput',
        error: 'A frame must be JSON with one of these actions: sendMessage, markRead, typing, ping.',
      },
    ]);
  });
});

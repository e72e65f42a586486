/*
 * The registrations of open WebSockets. A socket is opened with a ticket (`ticket.ts`).
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { SOCKET_LIFETIME_SECONDS } from '../../shared/rules/limits.ts';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-query.ts';
import { type ItemKey, sortIdOf, sortPrefix } from './item-types.ts';
import { connectionKey, lastSocketKey, profileKey, socketKeys } from './keys.ts';
import { readPartition } from './partition.ts';
import type { TicketHolder } from './ticket.ts';
import { transact } from './transaction.ts';

/**
 * Maximum sockets per member that receive frames. If a member has more, the sockets with the smallest IDs receive them.
 */
const MAX_SOCKETS = 50;

/** How long a registration is kept after the lifetime of its socket, in seconds. */
const EXPIRY_MARGIN_SECONDS = 60;

/**
 * Registers a member's open WebSocket. The registration expires after API Gateway's connection lifetime.
 *
 * The conditions are part of the transaction. So if the member's sessions are ended concurrently, either the
 * registration fails, or it is found and deleted. Of several registrations with the same `lastSocket`, one succeeds.
 *
 * @param precondition.lastSocket - the result of {@link readLastSocket} at an earlier time. Without a precondition, any
 *   last socket is accepted
 * @returns 'sessionEnded' if the member's sessions were ended after the ticket's token was issued, or their account is
 *   deleted; 'overtaken' if another socket was registered after the expected one
 */
export async function registerSocket(
  { userId, issuedAt }: TicketHolder,
  connectionId: string,
  precondition?: { readonly lastSocket: string | undefined },
): Promise<'registered' | 'sessionEnded' | 'overtaken'> {
  const openedAt = Date.now();
  const expiresAt = Math.floor(openedAt / 1000) + SOCKET_LIFETIME_SECONDS + EXPIRY_MARGIN_SECONDS;

  const cancellation = await transact(() => [
    {
      ConditionCheck: {
        TableName: tableName(),
        Key: profileKey(userId),
        ConditionExpression:
          'attribute_not_exists(deletedAt) AND (attribute_not_exists(tokensValidFrom) OR tokensValidFrom <= :issuedAt)',
        ExpressionAttributeValues: { ':issuedAt': issuedAt },
      },
    },
    {
      Put: {
        TableName: tableName(),
        Item: { ...lastSocketKey(userId), lastSocket: connectionId, expiresAt },
        ...buildLastSocketCondition(precondition),
      },
    },
    ...socketKeys(userId, connectionId).map((key) => ({
      Put: { TableName: tableName(), Item: { ...key, userId, openedAt, expiresAt } },
    })),
  ]);
  if (!cancellation) return 'registered';

  const [isSessionEnded] = cancellation.failed;
  return isSessionEnded ? 'sessionEnded' : 'overtaken';
}

/** Builds the condition that the expected socket still is the last one. */
function buildLastSocketCondition(precondition: { readonly lastSocket: string | undefined } | undefined) {
  if (!precondition) return {};

  const { lastSocket } = precondition;
  if (lastSocket === undefined) return { ConditionExpression: 'attribute_not_exists(pk)' };
  return { ConditionExpression: 'lastSocket = :last', ExpressionAttributeValues: { ':last': lastSocket } };
}

/** Returns the connection ID of the socket that a member registered last, which may be closed. */
export async function readLastSocket(userId: string): Promise<string | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: lastSocketKey(userId), ConsistentRead: true }),
  );
  return Item?.lastSocket as string | undefined;
}

/** Returns the ID of the member who opened a connection, or undefined if it isn't registered. */
export async function findSocketOwner(connectionId: string): Promise<string | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: connectionKey(connectionId), ConsistentRead: true }),
  );
  return Item?.userId as string | undefined;
}

/** Returns the connection IDs of a member's open WebSockets, at most {@link MAX_SOCKETS}. */
export async function readConnections(userId: string): Promise<string[]> {
  return (await readRegistrations(userId)).rows.map((row) => sortIdOf('memberSocket', row));
}

/** A registered socket. */
export interface OpenSocket {
  readonly connectionId: string;
  /** When its handshake began, in milliseconds since 1970. */
  readonly openedAt: number;
}

/** Returns all of a member's open WebSockets, oldest first. */
export async function readSockets(userId: string): Promise<OpenSocket[]> {
  const sockets: OpenSocket[] = [];
  for (let from: DepthPosition | undefined; ; ) {
    const { rows, next } = await readRegistrations(userId, from);
    for (const row of rows) sockets.push({ connectionId: sortIdOf('memberSocket', row), openedAt: row.openedAt ?? 0 });
    if (!next) break;
    from = next;
  }

  return sockets.toSorted((a, b) => a.openedAt - b.openedAt || (a.connectionId < b.connectionId ? -1 : 1));
}

/** Reads one page of a member's registrations. */
function readRegistrations(userId: string, from?: DepthPosition) {
  return readPartition<ItemKey & { readonly openedAt?: number }>({
    pk: profileKey(userId).pk,
    prefix: sortPrefix('memberSocket'),
    limit: MAX_SOCKETS,
    consistent: true,
    from,
  });
}

/** Deletes the registration of a closed WebSocket. */
export async function unregisterSocket(userId: string, connectionId: string): Promise<void> {
  await transact(() => socketKeys(userId, connectionId).map((Key) => ({ Delete: { TableName: tableName(), Key } })));
}

/**
 * Maximum duration of `$connect`, in milliseconds. API Gateway reports a socket as gone until its handshake is
 * complete.
 */
export const HANDSHAKE_MS = 10_000;

/** Deletes the registration of a socket that API Gateway reports as gone, unless its handshake may still be running. */
export async function unregisterGoneSocket(userId: string, connectionId: string): Promise<void> {
  const [ofMember, byConnection] = socketKeys(userId, connectionId);

  // The result doesn't matter: if the condition fails, nothing is deleted.
  await transact(() => [
    {
      Delete: {
        TableName: tableName(),
        Key: ofMember,
        ConditionExpression: 'attribute_not_exists(openedAt) OR openedAt < :before',
        ExpressionAttributeValues: { ':before': Date.now() - HANDSHAKE_MS },
      },
    },
    { Delete: { TableName: tableName(), Key: byConnection } },
  ]);
}

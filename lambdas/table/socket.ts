import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { SOCKET_LIFETIME_SECONDS, TICKET_SECONDS } from '../../shared/depth/limits.ts';
import { table, tableName } from './client.ts';
import { sortIdOf, sortPrefix } from './item-types.ts';
import { connectionKey, profileKey, socketKeys, ticketKey } from './keys.ts';
import { readPartition } from './partition.ts';
import { transact } from './transaction.ts';

/** Maximum sockets per member that receive frames. If there are more, those with the smallest IDs do. */
const MAX_SOCKETS = 50;

const now = () => Math.floor(Date.now() / 1000);

/** The format of a ticket. Checked before the read, because DynamoDB rejects oversized keys. */
const TICKET = /^[\w-]{43}$/;

/** Creates a ticket that opens one WebSocket for a member. */
export async function issueTicket(userId: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const Item = { ...ticketKey(ticket), userId, expiresAt: now() + TICKET_SECONDS };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
  return ticket;
}

/** Consumes a ticket and returns its member's ID, or undefined if it is invalid, used or expired. */
export async function redeemTicket(ticket: string): Promise<string | undefined> {
  if (!TICKET.test(ticket)) return undefined;
  try {
    const { Attributes } = await table.send(
      new DeleteCommand({
        TableName: tableName(),
        Key: ticketKey(ticket),
        // DynamoDB deletes expired items with a delay.
        ConditionExpression: 'attribute_exists(pk) AND expiresAt >= :now',
        ExpressionAttributeValues: { ':now': now() },
        ReturnValues: 'ALL_OLD',
      }),
    );
    return Attributes?.userId as string | undefined;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Registers a member's open WebSocket. The registration expires after API Gateway's connection lifetime. */
export async function registerSocket(userId: string, connectionId: string): Promise<void> {
  const expiresAt = now() + SOCKET_LIFETIME_SECONDS + 60;
  await transact(() =>
    socketKeys(userId, connectionId).map((key) => ({
      Put: { TableName: tableName(), Item: { ...key, userId, expiresAt } },
    })),
  );
}

/** Returns the ID of the member who opened a connection, or undefined if it isn't registered. */
export async function findSocketOwner(connectionId: string): Promise<string | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: connectionKey(connectionId), ConsistentRead: true }),
  );
  return Item?.userId as string | undefined;
}

/** Returns the connection IDs of a member's open WebSockets. */
export async function readConnections(userId: string): Promise<string[]> {
  const { pk } = profileKey(userId);
  const { rows } = await readPartition({
    pk,
    prefix: sortPrefix('memberSocket'),
    limit: MAX_SOCKETS,
    consistent: true,
  });
  return rows.map((row) => sortIdOf('memberSocket', row));
}

/** Deletes the registration of a closed WebSocket. */
export async function unregisterSocket(userId: string, connectionId: string): Promise<void> {
  await transact(() => socketKeys(userId, connectionId).map((Key) => ({ Delete: { TableName: tableName(), Key } })));
}

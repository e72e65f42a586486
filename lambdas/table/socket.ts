import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { SOCKET_LIFETIME_SECONDS, TICKET_SECONDS } from '../../shared/depth/limits.ts';
import { table, tableName } from './client.ts';
import { sortIdOf, sortPrefix } from './item-types.ts';
import { connectionKey, profileKey, socketKeys, ticketKey } from './keys.ts';
import { readPartition } from './partition.ts';
import { transact } from './transaction.ts';

/** Sockets of one member that are written to, tabs and devices: which ones of more, only their ids decide. */
const MAX_SOCKETS = 50;

const now = () => Math.floor(Date.now() / 1000);

/** What every ticket looks like: what does not is no key that DynamoDB would have to take. */
const TICKET = /^[\w-]{43}$/;

/** Makes a ticket that opens one WebSocket for a member. */
export async function issueTicket(userId: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const Item = { ...ticketKey(ticket), userId, expiresAt: now() + TICKET_SECONDS };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
  return ticket;
}

/** Uses a ticket up. Answers whose it is, or undefined when it is none, was used before, or has expired. */
export async function redeemTicket(ticket: string): Promise<string | undefined> {
  if (!TICKET.test(ticket)) return undefined;
  try {
    const { Attributes } = await table.send(
      new DeleteCommand({
        TableName: tableName(),
        Key: ticketKey(ticket),
        // DynamoDB deletes what has expired some time later.
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

/** Notes that a member has opened a WebSocket. What is never told to have ended is forgotten when it must have. */
export async function openSocket(userId: string, connectionId: string): Promise<void> {
  const expiresAt = now() + SOCKET_LIFETIME_SECONDS + 60;
  await transact(() =>
    socketKeys(userId, connectionId).map((key) => ({
      Put: { TableName: tableName(), Item: { ...key, userId, expiresAt } },
    })),
  );
}

/** Whose WebSocket it is; undefined when none is known of that connection. */
export async function socketOwner(connectionId: string): Promise<string | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: connectionKey(connectionId), ConsistentRead: true }),
  );
  return Item?.userId as string | undefined;
}

/** The connections of a member's open WebSockets. */
export async function socketsOf(userId: string): Promise<string[]> {
  const { pk } = profileKey(userId);
  const { rows } = await readPartition({
    pk,
    prefix: sortPrefix('memberSocket'),
    limit: MAX_SOCKETS,
    consistent: true,
  });
  return rows.map((row) => sortIdOf('memberSocket', row));
}

/** Forgets a WebSocket that has ended. */
export async function closeSocket(userId: string, connectionId: string): Promise<void> {
  await transact(() => socketKeys(userId, connectionId).map((Key) => ({ Delete: { TableName: tableName(), Key } })));
}

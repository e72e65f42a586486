/*
 * Tickets, which open WebSockets. A ticket replaces the access token, which a URL would expose to logs. It is valid
 * once, for one minute.
 */
import { randomBytes } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { TICKET_SECONDS } from '../../shared/rules/limits.ts';
import { table, tableName } from './client.ts';
import { attemptWrite } from './conditional-write.ts';
import { ticketKey } from './keys.ts';

/** Number of random bytes of a ticket. */
const TICKET_BYTES = 32;

/** The format of a ticket: {@link TICKET_BYTES} in Base64. Checked first, because DynamoDB rejects oversized keys. */
const TICKET_FORMAT = /^[\w-]{43}$/;

/** The holder of a ticket: a member, and the access token with which they requested it. */
export interface TicketHolder {
  readonly userId: string;
  /** When the access token was issued, in seconds since 1970. */
  readonly issuedAt: number;
  /** When the member's profile was created, ISO 8601. Decides their standing. */
  readonly createdAt?: string | undefined;
  /**
   * When the member's sessions were last ended, in seconds since 1970. Sockets opened before belong to ended sessions.
   */
  readonly tokensValidFrom?: number | undefined;
}

/** Creates a ticket that opens one WebSocket for a member. */
export async function issueTicket(holder: TicketHolder): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  const { userId, issuedAt, createdAt, tokensValidFrom } = holder;
  const expiresAt = nowSeconds() + TICKET_SECONDS;

  const Item = { ...ticketKey(ticket), userId, issuedAt, createdAt, tokensValidFrom, expiresAt };
  await table.send(new PutCommand({ TableName: tableName(), Item }));

  return ticket;
}

/** Consumes a ticket and returns its holder, or undefined if it is invalid, used or expired. */
export async function redeemTicket(ticket: string): Promise<TicketHolder | undefined> {
  if (!TICKET_FORMAT.test(ticket)) return undefined;

  const response = await attemptWrite(
    table.send(
      new DeleteCommand({
        TableName: tableName(),
        Key: ticketKey(ticket),
        // DynamoDB deletes expired items with a delay.
        ConditionExpression: 'attribute_exists(pk) AND expiresAt >= :now',
        ExpressionAttributeValues: { ':now': nowSeconds() },
        ReturnValues: 'ALL_OLD',
      }),
    ),
  );
  return response?.Attributes as TicketHolder | undefined;
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

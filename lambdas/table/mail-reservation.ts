import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { isWritten } from './conditional-write.ts';
import { mailReservationKey } from './keys.ts';

/** Minimum time between two mails to a recipient, in seconds. */
const INTERVAL_SECONDS = 3600;

/**
 * Reserves a mail to a recipient, at most one per hour. For mails that anyone, or a member, can cause without limit.
 *
 * @param recipient - a member's ID, or a hash of an email address. The table must not contain the address, because it
 *   may belong to someone who isn't a member
 * @returns false if a mail was reserved within the last hour
 */
export async function reserveMail(recipient: string): Promise<boolean> {
  const now = Math.floor(Date.now() / 1000);
  const reservationId = randomUUID();

  return isWritten(
    table.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...mailReservationKey(recipient), reservationId, expiresAt: now + INTERVAL_SECONDS },
        // DynamoDB may delete an expired reservation days later, so an expired reservation is treated as none. The SDK
        // repeats the write if its response is lost, and then finds this reservation.
        ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now OR reservationId = :id',
        ExpressionAttributeValues: { ':now': now, ':id': reservationId },
      }),
    ),
  );
}

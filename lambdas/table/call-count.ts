import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { isWritten } from './conditional-write.ts';
import type { ItemKey } from './item-types.ts';
import { callCountKey, frameCountKey } from './keys.ts';

/** How long a count is kept after its minute ends, in seconds. */
const RETENTION_SECONDS = 60;

/** Calls or frames to reserve within a member's limit for one minute. All function instances share the stored count. */
interface Reservation {
  readonly userId: string;
  /** Minutes since 1970. */
  readonly minute: number;
  /** Number of calls or frames to reserve. At most `limit`, because a minute's first reservation is not compared. */
  readonly count: number;
  readonly limit: number;
}

/**
 * Reserves calls of a member within one minute.
 *
 * @returns false if the reservation would exceed the limit; nothing is reserved then
 */
export function reserveCalls(reservation: Reservation): Promise<boolean> {
  return reserve(callCountKey(reservation.userId, reservation.minute), reservation);
}

/**
 * Reserves WebSocket frames of a member within one minute.
 *
 * @param kind - an action with a separate limit, 'all' for all other actions together, or 'refused' for refused frames
 * @returns false if the reservation would exceed the limit; nothing is reserved then
 */
export function reserveFrames(kind: string, reservation: Reservation): Promise<boolean> {
  return reserve(frameCountKey(reservation.userId, kind, reservation.minute), reservation);
}

/** Adds to a stored count. The attribute `calls` has the count, even if it counts frames. */
async function reserve(Key: ItemKey, { minute, count, limit }: Reservation): Promise<boolean> {
  return isWritten(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key,
        UpdateExpression: 'ADD calls :count SET expiresAt = :end',
        ConditionExpression: 'attribute_not_exists(calls) OR calls <= :rest',
        ExpressionAttributeValues: {
          ':count': count,
          ':rest': limit - count,
          ':end': (minute + 1) * 60 + RETENTION_SECONDS,
        },
      }),
    ),
  );
}

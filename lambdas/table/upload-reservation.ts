import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { uploadReservationKey } from './keys.ts';
import type { TransactItem } from './transaction.ts';

/** How long a reservation is kept, in seconds. The bucket aborts an unfinished upload after one day. */
const RETENTION_SECONDS = 2 * 86_400;

/** Builds the transaction item that reserves bytes for the parts of an upload. */
export function reserveUpload(userId: string, uploadUlid: string, bytes: number): TransactItem {
  const expiresAt = Math.floor(Date.now() / 1000) + RETENTION_SECONDS;
  return { Put: { TableName: tableName(), Item: { ...uploadReservationKey(userId, uploadUlid), bytes, expiresAt } } };
}

/** Returns the bytes that an upload in parts may store, or undefined if it wasn't started. Strongly consistent. */
export async function getReservedBytes(userId: string, uploadUlid: string): Promise<number | undefined> {
  const Key = uploadReservationKey(userId, uploadUlid);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item?.bytes as number | undefined;
}

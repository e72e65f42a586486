import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ErrorDetails } from '../../shared/contract/error-params.ts';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import type { ApiError } from '../platform/errors.ts';
import { batchGet } from './batch-get.ts';
import { table, tableName } from './client.ts';
import { attemptWrite, isWritten } from './conditional-write.ts';
import { type ItemKey, sortIdOf } from './item-types.ts';
import { uploadReservationKey } from './keys.ts';
import type { TransactItem } from './transaction.ts';

/**
 * How long a reservation is kept, in seconds: 30 days. The bucket aborts an unfinished upload in parts after one day. A
 * picture that was never posted can be deleted only while it has a reservation, which proves that no post uses it.
 */
const RETENTION_SECONDS = 30 * DAY_SECONDS;

/** Builds the transaction item that reserves bytes for the parts of an upload, or for the picture of a post. */
export function buildUploadReservation(userId: string, uploadUlid: string, bytes: number): TransactItem {
  const expiresAt = Math.floor(Date.now() / 1000) + RETENTION_SECONDS;
  return { Put: { TableName: tableName(), Item: { ...uploadReservationKey(userId, uploadUlid), bytes, expiresAt } } };
}

/** Identifies an upload: the member, and the ULID of its storage key. */
interface Upload {
  readonly userId: string;
  readonly ulid: string;
}

/**
 * Stores S3's upload ID in the reservation of an upload in parts.
 *
 * @throws ConditionalCheckFailedException if nothing is reserved
 */
export async function storeUploadId({ userId, ulid }: Upload, uploadId: string): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: uploadReservationKey(userId, ulid),
      UpdateExpression: 'SET uploadId = :uploadId',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':uploadId': uploadId },
    }),
  );
}

/**
 * Returns the bytes that an upload in parts may store. Strongly consistent.
 *
 * @returns undefined if the upload wasn't started, was aborted, or has another upload ID
 */
export async function getReservedBytes({ userId, ulid }: Upload, uploadId: string): Promise<number | undefined> {
  const Key = uploadReservationKey(userId, ulid);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  // An earlier version stored no upload ID. Accept any for its reservations, so that unfinished uploads can resume.
  if (Item?.uploadId !== undefined && Item.uploadId !== uploadId) return undefined;
  return Item?.bytes as number | undefined;
}

/**
 * Stores why an upload was rejected. Creates the reservation of an upload without parts. If an upload is rejected twice,
 * the last reason stays.
 */
export async function storeRejection(
  { userId, ulid }: Upload,
  { code, params }: Pick<ApiError, 'code' | 'params'>,
): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: uploadReservationKey(userId, ulid),
      UpdateExpression: 'SET rejection = :rejection, expiresAt = if_not_exists(expiresAt, :expiresAt)',
      ExpressionAttributeValues: {
        ':rejection': { code, params },
        ':expiresAt': Math.floor(Date.now() / 1000) + RETENTION_SECONDS,
      },
    }),
  );
}

/** Returns why an upload was rejected, or undefined if it wasn't. Strongly consistent. */
export async function findRejection({ userId, ulid }: Upload): Promise<ErrorDetails | undefined> {
  const Key = uploadReservationKey(userId, ulid);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item?.rejection as ErrorDetails | undefined;
}

/**
 * Deletes the reservation of an aborted upload. Does nothing if the reservation has another upload ID or no upload ID.
 */
export async function deleteReservation({ userId, ulid }: Upload, uploadId: string): Promise<void> {
  await attemptWrite(
    table.send(
      new DeleteCommand({
        TableName: tableName(),
        Key: uploadReservationKey(userId, ulid),
        ConditionExpression: 'uploadId = :uploadId',
        ExpressionAttributeValues: { ':uploadId': uploadId },
      }),
    ),
  );
}

/**
 * Returns the ULIDs of those uploads that are still reserved, which means that nothing uses them. Strongly consistent.
 */
export async function findReserved(uploads: readonly Upload[]): Promise<Set<string>> {
  const keys = uploads.map(({ userId, ulid }) => uploadReservationKey(userId, ulid));
  const reservations = await batchGet<ItemKey>(keys, { consistent: true });
  return new Set(reservations.map((key) => sortIdOf('uploadReservation', key)));
}

/**
 * Builds the transaction item by which a post takes over its uploaded picture. Fails if the upload is abandoned.
 * Succeeds for a picture without a reservation.
 */
export function buildReservationDelete(userId: string, uploadUlid: string): TransactItem {
  return {
    Delete: {
      TableName: tableName(),
      Key: uploadReservationKey(userId, uploadUlid),
      ConditionExpression: 'attribute_not_exists(abandonedAt)',
    },
  };
}

/**
 * Marks an upload as abandoned, so that nothing can use it any more and its object can be deleted.
 *
 * @returns false if the upload isn't reserved, because a file or a post already uses it
 */
export async function abandonReservation({ userId, ulid }: Upload, now = new Date()): Promise<boolean> {
  return isWritten(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: uploadReservationKey(userId, ulid),
        UpdateExpression: 'SET abandonedAt = if_not_exists(abandonedAt, :now)',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':now': now.toISOString() },
      }),
    ),
  );
}

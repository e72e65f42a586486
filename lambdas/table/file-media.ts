/*
 * The processing of a file's content: the search for hidden metadata, and the media attributes that pages show. Every
 * write requires the entity tag of the processed bytes. So no result is stored for other bytes, or for a deleted file.
 */
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { attemptWrite } from './conditional-write.ts';
import type { StoredFile, StoredMedia } from './file.ts';
import { fileKey } from './keys.ts';

/** One version of a file's bytes. */
type FileVersion = Pick<StoredFile, 'key' | 'etag'>;

/** A file that is reserved for an attempt. */
type ReservedFile = StoredFile & Required<Pick<StoredFile, 'mediaAttempts'>>;

type Update = Pick<UpdateCommandInput, 'UpdateExpression' | 'ExpressionAttributeValues' | 'ReturnValues'> & {
  readonly condition?: string;
};

/**
 * Counts an attempt to clean or decode a file, and reserves the file for it.
 *
 * @param untilMs - when the reservation ends, if {@link endAttempt} doesn't end it, in milliseconds since 1970
 * @returns the current file, because another call may have changed it since it was read. Its `mediaAttempts` count the
 *   attempts that never ended, including this one. Undefined if the file has other bytes or doesn't exist, or if
 *   another attempt is in progress
 */
export async function startAttempt(
  file: FileVersion,
  nowMs: number,
  untilMs: number,
): Promise<ReservedFile | undefined> {
  const attributes = await updateVersion(file, {
    UpdateExpression: 'SET processingUntil = :until ADD mediaAttempts :one',
    condition: '(attribute_not_exists(processingUntil) OR processingUntil < :now)',
    ExpressionAttributeValues: { ':until': untilMs, ':one': 1, ':now': nowMs },
    ReturnValues: 'ALL_NEW',
  });
  return attributes as ReservedFile | undefined;
}

/**
 * Ends an attempt that has no result. Does nothing if the attempt has ended, so that a repeated call subtracts nothing.
 *
 * @param counts - whether the attempt counts. An attempt that ended with a transient error doesn't
 */
export async function endAttempt(file: FileVersion, { counts }: { readonly counts: boolean }): Promise<void> {
  await updateVersion(file, {
    UpdateExpression: counts ? 'REMOVE processingUntil' : 'REMOVE processingUntil ADD mediaAttempts :minusOne',
    condition: 'attribute_exists(processingUntil)',
    ...(!counts && { ExpressionAttributeValues: { ':minusOne': -1 } }),
  });
}

/** Ends an attempt that found nothing to do, because another call has processed the file. */
export async function cancelAttempt(file: FileVersion): Promise<void> {
  await updateVersion(file, { UpdateExpression: 'REMOVE processingUntil, mediaAttempts' });
}

/** Lets members open a file, because its bytes have no hidden metadata. Ends the attempt. */
export async function setInspected(file: FileVersion): Promise<void> {
  await updateVersion(file, {
    UpdateExpression: 'SET inspection = :done REMOVE processingUntil, mediaAttempts',
    ExpressionAttributeValues: { ':done': 'done' satisfies StoredFile['inspection'] },
  });
}

/**
 * Stores the media attributes that pages show for a file. Ends the attempt.
 *
 * @param media - undefined to process the file again
 * @returns false if the file has other bytes, or doesn't exist
 */
export async function setMedia(file: FileVersion, media: StoredMedia | undefined): Promise<boolean> {
  const attributes = await updateVersion(
    file,
    media
      ? {
          UpdateExpression: 'SET media = :media REMOVE processingUntil, mediaAttempts',
          ExpressionAttributeValues: { ':media': media },
        }
      : { UpdateExpression: 'REMOVE media, processingUntil, mediaAttempts' },
  );
  return attributes !== undefined;
}

/** Updates a file if it has these bytes. Returns the changed attributes; undefined if the condition failed. */
async function updateVersion({ key, etag }: FileVersion, { condition, ...update }: Update) {
  const response = await attemptWrite(
    table.send(
      new UpdateCommand({
        ...update,
        TableName: tableName(),
        Key: fileKey(key),
        ConditionExpression: condition ? `etag = :etag AND ${condition}` : 'etag = :etag',
        ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':etag': etag },
      }),
    ),
  );
  return response && (response.Attributes ?? {});
}

import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { readSetting } from '../platform/config.ts';
import type { DeletionReason } from '../platform/deletion-reason.ts';
import { logger } from '../platform/logger.ts';
import { parseNameMetadata } from './name-metadata.ts';
import { PREFIXES, parseStorageKey, type StoragePurpose } from './storage-key.ts';

/** Maximum number of keys per {@link deleteObjects}, and of objects per page of {@link listObjects}. */
export const MAX_OBJECTS_PER_REQUEST = 1000;

/** Loads the S3 client and its commands, at the first call in a function instance. */
export const loadS3 = () => import('./s3-client.ts');

/** An object's metadata in S3. */
export interface StoredObject {
  readonly key: string;
  /** Size in bytes. */
  readonly size: number;
  /** The content type declared at upload. */
  readonly contentType: string;
  /** The name of the uploaded file. Only objects whose storage key has no name have it. */
  readonly fileName?: string | undefined;
  readonly etag: string;
  /** SHA-256 in Base64, composite for a multipart upload; the entity tag if the upload had no SHA-256. */
  readonly checksum: string;
}

/** Returns an object's metadata, or undefined if it doesn't exist. */
export async function findObject(key: string): Promise<StoredObject | undefined> {
  const { s3, HeadObjectCommand } = await loadS3();

  const head = await ignoreMissingObject(() =>
    s3.send(new HeadObjectCommand({ Bucket: bucket(), Key: key, ChecksumMode: 'ENABLED' })),
  );
  if (!head) return undefined;

  return {
    key,
    size: head.ContentLength ?? 0,
    contentType: head.ContentType ?? '',
    fileName: parseNameMetadata(head.Metadata),
    etag: head.ETag ?? '',
    checksum: head.ChecksumSHA256 ?? head.ETag ?? '',
  };
}

/** An object in a list. */
export interface ListedObject extends Pick<StoredObject, 'key' | 'etag'> {
  /** When the object was stored, or last replaced, in Unix milliseconds. */
  readonly storedAt: number;
}

/** Selects one page of a list of objects. */
interface ListOptions {
  readonly count: number;
  readonly token?: string | undefined;
  readonly userId?: string;
  readonly ulid?: string;
  readonly startAfter?: string;
}

/**
 * Lists one page of the objects stored for a purpose.
 *
 * @param options.userId - restricts the list to one member's objects
 * @param options.ulid - restricts the list to the objects of one of the member's files
 * @param options.startAfter - skips keys up to and including this one
 * @returns the objects, and the token of the next page
 */
export async function listObjects(
  purpose: StoragePurpose,
  { count, token, userId, ulid, startAfter }: ListOptions,
): Promise<{ objects: ListedObject[]; next: string | undefined }> {
  const { s3, ListObjectsV2Command } = await loadS3();
  const { Contents = [], NextContinuationToken } = await s3.send(
    new ListObjectsV2Command({
      Bucket: bucket(),
      // The empty part ends the prefix with a slash, so that no longer ID matches.
      Prefix: [PREFIXES[purpose], userId, ulid, ''].filter((part) => part !== undefined).join('/'),
      MaxKeys: count,
      ContinuationToken: token,
      StartAfter: startAfter,
    }),
  );

  // S3 always sends the time. An object without one counts as new, so that it is not deleted on a guess.
  const objects = Contents.map(({ Key: key = '', ETag: etag = '', LastModified = new Date() }) => ({
    key,
    etag,
    storedAt: LastModified.getTime(),
  }));

  return { objects, next: NextContinuationToken };
}

/** Returns an object's tags, or undefined if it doesn't exist. */
export async function readTags(key: string): Promise<ReadonlyMap<string, string> | undefined> {
  const { s3, GetObjectTaggingCommand } = await loadS3();

  const tagging = await ignoreMissingObject(() => s3.send(new GetObjectTaggingCommand({ Bucket: bucket(), Key: key })));
  if (!tagging) return undefined;

  const { TagSet = [] } = tagging;
  return new Map(TagSet.map(({ Key = '', Value = '' }) => [Key, Value]));
}

/** Reads the first bytes of a non-empty object; undefined if it doesn't exist. */
export async function readFirstBytes(key: string, count: number): Promise<Uint8Array | undefined> {
  const { s3, GetObjectCommand } = await loadS3();
  const range = `bytes=0-${count - 1}`;

  return ignoreMissingObject(async () => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket(), Key: key, Range: range }));
    return Body?.transformToByteArray();
  });
}

/**
 * Copies an object under a public key, which CloudFront may cache for a day.
 *
 * CloudFront follows the copy's header, up to a year. It replaces the header in responses, so that browsers cache the
 * copy for longer (`MEDIA_CACHE_CONTROL` in infra/edge-functions.ts). A deleted copy is therefore gone within a day.
 *
 * @param source - the inspected object; the copy gets its content type
 * @returns false if the source doesn't exist or its bytes were replaced
 */
export async function publishObject({ key, etag, contentType }: StoredObject, publicKey: string): Promise<boolean> {
  const { s3, CopyObjectCommand } = await loadS3();

  try {
    await s3.send(
      new CopyObjectCommand({
        Bucket: bucket(),
        Key: publicKey,
        CopySource: `${bucket()}/${key.split('/').map(encodeURIComponent).join('/')}`,
        CopySourceIfMatch: etag,
        MetadataDirective: 'REPLACE',
        // Copying the tags of the source would need permissions to read and write tags.
        TaggingDirective: 'REPLACE',
        ContentType: contentType,
        CacheControl: `public, max-age=${DAY_SECONDS}`,
      }),
    );
    return true;
  } catch (error) {
    if (isObjectMissing(error) || isPreconditionFailed(error)) return false;
    throw error;
  }
}

/**
 * Deletes an object. Does nothing if it doesn't exist.
 *
 * @param reason - the evidence that it may be deleted; logged
 */
export async function deleteObject(key: string, reason: DeletionReason): Promise<void> {
  const { s3, DeleteObjectCommand } = await loadS3();
  await s3.send(new DeleteObjectCommand({ Bucket: bucket(), Key: key }));
  logDeletion([key], reason);
}

/**
 * Deletes objects with one request. Does nothing for objects that don't exist.
 *
 * @param keys - 1 to {@link MAX_OBJECTS_PER_REQUEST}
 * @param reason - the evidence that they may be deleted; logged
 * @throws Error with S3's reason for the first object that couldn't be deleted; others may be deleted
 */
export async function deleteObjects(keys: readonly string[], reason: DeletionReason): Promise<void> {
  const { s3, DeleteObjectsCommand } = await loadS3();
  const Objects = keys.map((Key) => ({ Key }));

  const { Errors: [failure] = [] } = await s3.send(
    new DeleteObjectsCommand({ Bucket: bucket(), Delete: { Objects, Quiet: true } }),
  );
  // The message may contain the key, which has a file name.
  if (failure) throw Object.assign(new Error(`S3 couldn't delete an object: ${failure.Code}`), { name: failure.Code });

  logDeletion(keys, reason);
}

/** Logs the purpose and number of deleted objects, and the reason, without members and file names. */
export function logDeletion(keys: readonly string[], reason: DeletionReason): void {
  const purpose = parseStorageKey(keys[0] ?? '')?.purpose;
  logger.info('Objects deleted', { reason, purpose, count: keys.length });
}

/** Returns whether the condition of a request failed: the key has an object, or the object has other bytes. */
export function isPreconditionFailed(error: unknown): boolean {
  return isS3Error(error, 'PreconditionFailed');
}

/** Returns whether S3 responded with this error. Compares names, because `instanceof` would load the client. */
export function isS3Error(error: unknown, name: string): boolean {
  return error instanceof Error && '$metadata' in error && error.name === name;
}

/** Returns the result of a request, or undefined if S3 has no object under its key. */
async function ignoreMissingObject<Result>(request: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await request();
  } catch (error) {
    if (isObjectMissing(error)) return undefined;
    throw error;
  }
}

/** Returns whether S3 has no object under the key of a request. HEAD and GET name this error differently. */
function isObjectMissing(error: unknown): boolean {
  return isS3Error(error, 'NotFound') || isS3Error(error, 'NoSuchKey');
}

/** Returns the file bucket's name. */
export function bucket(): string {
  return readSetting('BUCKET_NAME');
}

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3';
import { setting } from '../platform/config.ts';
import { PREFIXES, type StoragePurpose } from './storage-key.ts';

/** The S3 client, created once per function instance. */
export const s3 = new S3Client({
  // Emulators usually have no host name per bucket.
  forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
  // By default the SDK adds the checksum of an empty body to a presigned PUT, and S3 then rejects the file.
  requestChecksumCalculation: 'WHEN_REQUIRED',
});

/** An object's metadata in S3. */
export interface StoredObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** The content type declared at upload. */
  readonly contentType: string;
  readonly etag: string;
}

/** Returns an object's metadata, or undefined if it doesn't exist. */
export async function findObject(key: string): Promise<StoredObject | undefined> {
  try {
    const head = await s3.send(new HeadObjectCommand({ Bucket: bucket(), Key: key }));
    return {
      key,
      size: head.ContentLength ?? 0,
      contentType: head.ContentType ?? '',
      etag: head.ETag ?? '',
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** An object in a list. */
export type ListedObject = Pick<StoredObject, 'key' | 'etag'>;

/**
 * Lists one page of the objects stored for a purpose.
 *
 * @param options.userId - restricts the list to one member's objects
 * @returns the objects, and the token of the next page
 */
export async function listObjects(
  purpose: StoragePurpose,
  { count, token, userId }: { count: number; token?: string | undefined; userId?: string },
): Promise<{ objects: ListedObject[]; next: string | undefined }> {
  const { Contents = [], NextContinuationToken } = await s3.send(
    new ListObjectsV2Command({
      Bucket: bucket(),
      Prefix: userId === undefined ? `${PREFIXES[purpose]}/` : `${PREFIXES[purpose]}/${userId}/`,
      MaxKeys: count,
      ContinuationToken: token,
    }),
  );
  const objects = Contents.map(({ Key: key = '', ETag: etag = '' }) => ({ key, etag }));
  return { objects, next: NextContinuationToken };
}

/** Reads the first bytes of a non-empty object; undefined if it doesn't exist. */
export async function readFirstBytes(key: string, count: number): Promise<Uint8Array | undefined> {
  const range = `bytes=0-${count - 1}`;
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket(), Key: key, Range: range }));
    return await Body?.transformToByteArray();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Deletes an object. Does nothing if it doesn't exist. */
export async function deleteObject(key: string): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: bucket(), Key: key }));
}

function isMissing(error: unknown): boolean {
  return error instanceof NotFound || error instanceof NoSuchKey;
}

/** Returns the file bucket's name. */
export function bucket(): string {
  return setting('BUCKET_NAME');
}

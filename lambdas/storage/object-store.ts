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

/** The client of the file bucket, made once per function instance. */
export const s3 = new S3Client({
  // Another endpoint than Amazon's own seldom has a host name per bucket.
  forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
  // By default the SDK puts the checksum of an empty body into a presigned PUT, which S3 then holds against the file.
  requestChecksumCalculation: 'WHEN_REQUIRED',
});

/** What the store says of an object. */
export interface StoredObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** The content type that it was uploaded with. */
  readonly contentType: string;
  readonly etag: string;
}

/** Asks the store for an object; undefined when it holds none under that key. */
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

/**
 * Some of the keys stored for a purpose, and the token of those that follow.
 *
 * @param options.userId - whose; everybody's when it is left out
 */
export async function listObjects(
  purpose: StoragePurpose,
  { count, token, userId }: { count: number; token?: string | undefined; userId?: string },
): Promise<{ keys: string[]; next: string | undefined }> {
  const { Contents = [], NextContinuationToken } = await s3.send(
    new ListObjectsV2Command({
      Bucket: bucket(),
      Prefix: userId === undefined ? `${PREFIXES[purpose]}/` : `${PREFIXES[purpose]}/${userId}/`,
      MaxKeys: count,
      ContinuationToken: token,
    }),
  );
  return { keys: Contents.flatMap(({ Key }) => Key ?? []), next: NextContinuationToken };
}

/** The first bytes of an object that is not empty; undefined when it has been deleted. */
export async function firstBytes(key: string, count: number): Promise<Uint8Array | undefined> {
  const range = `bytes=0-${count - 1}`;
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket(), Key: key, Range: range }));
    return await Body?.transformToByteArray();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Deletes an object; nothing happens when there is none. */
export async function deleteObject(key: string): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: bucket(), Key: key }));
}

function isMissing(error: unknown): boolean {
  return error instanceof NotFound || error instanceof NoSuchKey;
}

/** The file bucket's name. */
export function bucket(): string {
  return setting('BUCKET_NAME');
}

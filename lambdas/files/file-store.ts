import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { create as contentDisposition } from 'content-disposition';
import { DOWNLOAD_URL_SECONDS, UPLOAD_URL_SECONDS } from '../../shared/depth/limits.ts';
import { setting } from '../platform/config.ts';
import { PREFIXES, type StoragePrefix } from './storage-key.ts';

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
  purpose: StoragePrefix,
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

/**
 * A URL that stores one file for {@link UPLOAD_URL_SECONDS} seconds: PUT to exactly this key, with exactly this content
 * type and, when a size is given, exactly so many bytes.
 */
export function signUpload(key: string, contentType: string, size?: number): Promise<string> {
  const command = new PutObjectCommand({ Bucket: bucket(), Key: key, ContentType: contentType, ContentLength: size });
  return getSignedUrl(s3, command, {
    expiresIn: UPLOAD_URL_SECONDS,
    signableHeaders: new Set(['content-type', 'content-length', 'host']),
  });
}

/**
 * A URL that opens one file for {@link DOWNLOAD_URL_SECONDS} seconds. What a browser might execute is saved instead of
 * shown, and the type is the recorded one, whatever the object says of itself.
 */
export function signDownload(file: { key: string; fileName: string; contentType: string }): Promise<string> {
  const type = isShownSafely(file.contentType) ? 'inline' : 'attachment';
  const command = new GetObjectCommand({
    Bucket: bucket(),
    Key: file.key,
    ResponseContentType: file.contentType === 'text/plain' ? 'text/plain; charset=utf-8' : file.contentType,
    ResponseContentDisposition: contentDisposition(file.fileName, { type }),
  });
  return getSignedUrl(s3, command, { expiresIn: DOWNLOAD_URL_SECONDS });
}

function isShownSafely(type: string): boolean {
  if (type.includes('svg') || type.includes('xml')) return false;
  return /^(image|video|audio)\//.test(type) || type === 'application/pdf' || type === 'text/plain';
}

function isMissing(error: unknown): boolean {
  return error instanceof NotFound || error instanceof NoSuchKey;
}

/** The file bucket's name. */
export function bucket(): string {
  return setting('BUCKET_NAME');
}

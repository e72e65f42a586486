import type { CompleteMultipartUploadCommandInput } from '@aws-sdk/client-s3';
import { UploadNotFound } from './errors.ts';
import { buildNameMetadata } from './name-metadata.ts';
import { bucket, isPreconditionFailed, isS3Error, loadS3, type StoredObject } from './object-store.ts';

/** A multipart upload: its storage key and S3's upload ID. */
export interface MultipartUpload {
  readonly key: string;
  readonly uploadId: string;
}

/** A part that is stored in S3. */
export interface StoredPart {
  readonly partNumber: number;
  /** Size in bytes. */
  readonly size: number;
  readonly etag: string;
  /** SHA-256 in Base64. Missing in uploads that an earlier version started. */
  readonly checksum?: string | undefined;
}

/** Starts a multipart upload of an object with this type and name. Each part must have a SHA-256. */
export async function createUpload({
  key,
  contentType,
  fileName,
}: Pick<StoredObject, 'key' | 'contentType' | 'fileName'>): Promise<MultipartUpload> {
  const { s3, CreateMultipartUploadCommand } = await loadS3();

  const { UploadId: uploadId } = await s3.send(
    new CreateMultipartUploadCommand({
      Bucket: bucket(),
      Key: key,
      ContentType: contentType,
      ...(fileName !== undefined && { Metadata: buildNameMetadata(fileName) }),
      ChecksumAlgorithm: 'SHA256',
    }),
  );
  if (!uploadId) throw new Error('S3 returned no upload ID.');

  return { key, uploadId };
}

/**
 * Lists the stored parts of an upload, in order.
 *
 * @throws UploadNotFound if the upload was completed or aborted
 */
export async function listStoredParts(upload: MultipartUpload): Promise<StoredPart[]> {
  const { s3, paginateListParts } = await loadS3();
  const parts: StoredPart[] = [];

  try {
    for await (const page of paginateListParts({ client: s3 }, toUploadParameters(upload))) {
      // S3 always returns the number, size, and entity tag, although the SDK declares them as optional.
      for (const { PartNumber = 0, Size = 0, ETag = '', ChecksumSHA256 } of page.Parts ?? []) {
        parts.push({ partNumber: PartNumber, size: Size, etag: ETag, checksum: ChecksumSHA256 });
      }
    }
  } catch (error) {
    throw isS3Error(error, 'NoSuchUpload') ? new UploadNotFound() : error;
  }

  return parts;
}

/**
 * Assembles the parts into one object, unless the key already has one.
 *
 * @throws UploadNotFound if the upload was completed or aborted, or the key has an object
 */
export async function completeUpload(upload: MultipartUpload, parts: readonly StoredPart[]): Promise<void> {
  try {
    await assembleParts(upload, parts, { IfNoneMatch: '*' });
  } catch (error) {
    throw isS3Error(error, 'NoSuchUpload') || isPreconditionFailed(error) ? new UploadNotFound() : error;
  }
}

/**
 * Assembles the parts into one object.
 *
 * @param condition - what the key's current object must meet
 * @returns the object's entity tag and checksum; both are the entity tag if the upload had no SHA-256
 * @throws S3's error if the condition isn't met
 */
export async function assembleParts(
  upload: MultipartUpload,
  parts: readonly StoredPart[],
  condition: Pick<CompleteMultipartUploadCommandInput, 'IfMatch' | 'IfNoneMatch'>,
): Promise<{ etag: string; checksum: string }> {
  const { s3, CompleteMultipartUploadCommand } = await loadS3();

  const { ETag: etag = '', ChecksumSHA256: checksum = etag } = await s3.send(
    new CompleteMultipartUploadCommand({
      ...toUploadParameters(upload),
      ...condition,
      MultipartUpload: {
        Parts: parts.map(({ partNumber: PartNumber, etag: ETag, checksum: ChecksumSHA256 }) => ({
          PartNumber,
          ETag,
          ChecksumSHA256,
        })),
      },
    }),
  );

  return { etag, checksum };
}

/** Aborts an upload, which deletes its parts. Does nothing if the upload doesn't exist. */
export async function abortUpload(upload: MultipartUpload): Promise<void> {
  const { s3, AbortMultipartUploadCommand } = await loadS3();

  try {
    await s3.send(new AbortMultipartUploadCommand(toUploadParameters(upload)));
  } catch (error) {
    if (!isS3Error(error, 'NoSuchUpload')) throw error;
  }
}

/** Returns the parameters of S3's commands that identify an upload. */
function toUploadParameters({ key, uploadId }: MultipartUpload) {
  return { Bucket: bucket(), Key: key, UploadId: uploadId };
}

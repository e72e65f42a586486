import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  NoSuchUpload,
  paginateListParts,
} from '@aws-sdk/client-s3';
import { UploadNotFound } from './errors.ts';
import { bucket, s3 } from './object-store.ts';

/** A multipart upload: its storage key and S3's upload ID. */
export interface MultipartUpload {
  readonly fileId: string;
  readonly uploadId: string;
}

/** A part that has arrived. */
export interface StoredPart {
  readonly partNumber: number;
  /** Bytes. */
  readonly size: number;
  readonly etag: string;
}

/** Starts a multipart upload of an object with this content type. */
export async function createUpload(fileId: string, contentType: string): Promise<MultipartUpload> {
  const { UploadId: uploadId } = await s3.send(
    new CreateMultipartUploadCommand({ Bucket: bucket(), Key: fileId, ContentType: contentType }),
  );
  if (!uploadId) throw new Error('S3 returned no upload ID.');
  return { fileId, uploadId };
}

/**
 * Lists the parts that have arrived, in order.
 *
 * @throws UploadNotFound if the upload was completed or aborted
 */
export async function listStoredParts({ fileId, uploadId }: MultipartUpload): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  try {
    for await (const page of paginateListParts({ client: s3 }, target(fileId, uploadId))) {
      for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? []) {
        parts.push({ partNumber: PartNumber, size: Size, etag: ETag });
      }
    }
  } catch (error) {
    throw error instanceof NoSuchUpload ? new UploadNotFound() : error;
  }
  return parts;
}

/**
 * Assembles the parts to one object.
 *
 * @throws UploadNotFound if the upload was completed or aborted
 */
export async function completeUpload(upload: MultipartUpload, parts: readonly StoredPart[]): Promise<void> {
  try {
    await s3.send(
      new CompleteMultipartUploadCommand({
        ...target(upload.fileId, upload.uploadId),
        MultipartUpload: { Parts: parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag })) },
      }),
    );
  } catch (error) {
    throw error instanceof NoSuchUpload ? new UploadNotFound() : error;
  }
}

/** Deletes the parts. Does nothing if the upload doesn't exist. */
export async function abortUpload({ fileId, uploadId }: MultipartUpload): Promise<void> {
  try {
    await s3.send(new AbortMultipartUploadCommand(target(fileId, uploadId)));
  } catch (error) {
    if (!(error instanceof NoSuchUpload)) throw error;
  }
}

function target(fileId: string, uploadId: string) {
  return { Bucket: bucket(), Key: fileId, UploadId: uploadId };
}

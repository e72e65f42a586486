import { createHash } from 'node:crypto';
import { MULTIPART_PART_BYTES, MULTIPART_THRESHOLD_BYTES } from '../../shared/rules/limits.ts';
import { abortUpload, assembleParts, createUpload, type StoredPart } from './multipart-store.ts';
import { buildNameMetadata } from './name-metadata.ts';
import { bucket, isPreconditionFailed, isS3Error, loadS3, type StoredObject } from './object-store.ts';

/** The new content of an object. */
interface NewContent {
  /** Total size of the chunks, in bytes. */
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Replaces the bytes of an object, and keeps its type and name. Does nothing if the bytes were replaced or deleted
 * since the object's metadata was read.
 *
 * Stores the bytes in the same way as a client (in parts above 50 MB), so that equal bytes have equal checksums. Uses
 * at most about 100 MB of memory.
 *
 * @returns the new object; undefined if the object has other bytes, or is deleted
 */
export async function replaceObject(object: StoredObject, content: NewContent): Promise<StoredObject | undefined> {
  try {
    return await (content.size > MULTIPART_THRESHOLD_BYTES ? putParts(object, content) : putWhole(object, content));
  } catch (error) {
    if (isS3Error(error, 'NoSuchKey') || isPreconditionFailed(error)) return undefined;
    throw error;
  }
}

/** Replaces an object with one request, from memory. */
async function putWhole(object: StoredObject, { size, chunks }: NewContent): Promise<StoredObject> {
  const { key, fileName } = object;
  const bytes = Buffer.concat(await collect(chunks), size);
  const checksum = hash(bytes);

  const { s3, PutObjectCommand } = await loadS3();
  const { ETag: etag = '' } = await s3.send(
    new PutObjectCommand({
      Bucket: bucket(),
      Key: key,
      IfMatch: object.etag,
      ContentType: object.contentType,
      Metadata: fileName === undefined ? undefined : buildNameMetadata(fileName),
      Body: bytes,
      ChecksumSHA256: checksum,
    }),
  );

  return { ...object, size, etag, checksum };
}

/** Replaces an object with a multipart upload, one part at a time. */
async function putParts(object: StoredObject, { size, chunks }: NewContent): Promise<StoredObject> {
  const { s3, UploadPartCommand } = await loadS3();
  const upload = await createUpload(object);

  try {
    const parts: StoredPart[] = [];
    for await (const bytes of joinChunks(chunks, MULTIPART_PART_BYTES)) {
      const partNumber = parts.length + 1;
      const checksum = hash(bytes);
      const { ETag: etag = '' } = await s3.send(
        new UploadPartCommand({
          Bucket: bucket(),
          Key: upload.key,
          UploadId: upload.uploadId,
          PartNumber: partNumber,
          Body: bytes,
          ChecksumSHA256: checksum,
        }),
      );
      parts.push({ partNumber, size: bytes.length, etag, checksum });
    }

    const { etag, checksum } = await assembleParts(upload, parts, { IfMatch: object.etag });
    return { ...object, size, etag, checksum };
  } catch (error) {
    await abortUpload(upload);
    throw error;
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collectedItems: T[] = [];
  for await (const item of items) collectedItems.push(item);
  return collectedItems;
}

/** Yields the same bytes in blocks of exactly this size, except the last one. */
async function* joinChunks(chunks: AsyncIterable<Uint8Array>, blockBytes: number): AsyncGenerator<Uint8Array> {
  let block = Buffer.alloc(blockBytes);
  let filledBytes = 0;

  for await (const chunk of chunks) {
    for (let offset = 0; offset < chunk.length; ) {
      const slice = chunk.subarray(offset, offset + blockBytes - filledBytes);
      block.set(slice, filledBytes);
      offset += slice.length;
      filledBytes += slice.length;
      if (filledBytes < blockBytes) continue;

      yield block;
      block = Buffer.alloc(blockBytes);
      filledBytes = 0;
    }
  }

  if (filledBytes > 0) yield block.subarray(0, filledBytes);
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

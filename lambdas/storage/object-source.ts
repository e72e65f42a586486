import { type ByteSource, withReadAhead } from '../../shared/media/byte-source.ts';
import { bucket, isPreconditionFailed, isS3Error, loadS3, type StoredObject } from './object-store.ts';

/** Bytes per request. A small file needs one request. A request of this size takes about 60 ms. */
const WINDOW_BYTES = 4 * 1024 * 1024;

/** Thrown if an object was replaced or deleted after its metadata was read. */
export class ObjectReplaced extends Error {
  override readonly name = 'ObjectReplaced';
}

/**
 * Creates a source that reads the bytes of one version of an object. Holds 4 MB of them in memory.
 *
 * Its `read` throws ObjectReplaced if the object has other bytes.
 */
export function createObjectSource({ key, size, etag }: Pick<StoredObject, 'key' | 'size' | 'etag'>): ByteSource {
  const read = (start: number, end: number) => readRange(key, etag, start, end);
  return withReadAhead({ size, read }, WINDOW_BYTES);
}

/**
 * Reads one version of an object as a whole.
 *
 * @throws ObjectReplaced if the object has other bytes
 */
export function readObject({ key, size, etag }: Pick<StoredObject, 'key' | 'size' | 'etag'>): Promise<Uint8Array> {
  return readRange(key, etag, 0, size);
}

async function readRange(key: string, etag: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  // S3 has no empty ranges.
  if (start === end) return new Uint8Array();

  const { s3, GetObjectCommand } = await loadS3();
  const Range = `bytes=${start}-${end - 1}`;

  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket(), Key: key, Range, IfMatch: etag }));
    return new Uint8Array(await Body!.transformToByteArray());
  } catch (error) {
    if (isS3Error(error, 'NoSuchKey') || isPreconditionFailed(error)) throw new ObjectReplaced(`No version ${etag}.`);
    throw error;
  }
}

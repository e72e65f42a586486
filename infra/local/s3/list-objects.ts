import type { ListedObjects } from 's3rver/lib/stores/filesystem.js';
import { S3Error } from './errors.ts';
import { compareKeys } from './keys.ts';
import type { ObjectStore } from './store.ts';
import type { XmlContent } from './xml.ts';

/** More than this S3 never answers at once, however much is asked for. */
const LONGEST_PAGE = 1000;

/**
 * One page of a bucket, as ListObjectsV2 answers it. s3rver has this operation, but its continuation tokens need a
 * cipher that OpenSSL has dropped.
 */
export async function listObjectsV2(store: ObjectStore, bucket: string, query: URLSearchParams): Promise<XmlContent> {
  const token = query.get('continuation-token') ?? undefined;
  const startAfter = query.get('start-after') ?? undefined;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') || undefined;
  const maxKeys = pageSize(query.get('max-keys'), 'max-keys', LONGEST_PAGE);
  const listed =
    maxKeys === 0
      ? { objects: [], commonPrefixes: [], isTruncated: false }
      : await store.listObjects(bucket, {
          prefix,
          delimiter,
          maxKeys,
          startAfter: token === undefined ? startAfter : keyOfToken(token),
        });
  const url = query.get('encoding-type') === 'url';
  const encoded = (text: string) => (url ? encodeURIComponent(text).replaceAll('%2F', '/') : text);
  return {
    Name: bucket,
    Prefix: encoded(prefix),
    Delimiter: delimiter && encoded(delimiter),
    StartAfter: startAfter && encoded(startAfter),
    EncodingType: url ? 'url' : undefined,
    ContinuationToken: token,
    NextContinuationToken: listed.isTruncated ? tokenOfKey(lastOf(listed)) : undefined,
    KeyCount: listed.objects.length + listed.commonPrefixes.length,
    MaxKeys: maxKeys,
    IsTruncated: listed.isTruncated,
    Contents: listed.objects.map(({ key, size, lastModifiedDate, metadata }) => ({
      Key: encoded(key),
      LastModified: lastModifiedDate.toISOString(),
      ETag: String(metadata.etag),
      Size: size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: listed.commonPrefixes.map((group) => ({ Prefix: encoded(group) })),
  };
}

/**
 * A page size that a caller asked for, or the longest.
 *
 * @throws S3Error when it is no whole number.
 */
export function pageSize(text: string | null, name: string, longest: number): number {
  if (!text) return longest;
  if (!/^\d{1,10}$/.test(text)) {
    throw new S3Error(400, 'InvalidArgument', `Provided ${name} not an integer or within integer range`);
  }
  return Math.min(Number(text), longest);
}

function lastOf({ objects, commonPrefixes }: ListedObjects): string {
  return [objects.at(-1)?.key ?? '', commonPrefixes.at(-1) ?? ''].sort(compareKeys)[1] ?? '';
}

/** Opaque, as on AWS, so that nobody comes to rely on what is in it. */
function tokenOfKey(key: string): string {
  return Buffer.from(`after:${key}`).toString('base64url');
}

function keyOfToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString();
  if (!text.startsWith('after:')) {
    throw new S3Error(400, 'InvalidArgument', 'The continuation token provided is incorrect');
  }
  return text.slice('after:'.length);
}

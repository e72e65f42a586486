import type { Exchange } from './object-operations.ts';
import { parseCount, S3Error, sendXml } from './protocol.ts';

/** Handles ListObjectsV2, and ListObjects with its markers. */
export async function listObjects({ response, bucket, query, store }: Exchange): Promise<void> {
  const isVersion2 = query.get('list-type') === '2';
  const token = isVersion2 ? (query.get('continuation-token') ?? undefined) : undefined;
  const startAfter = query.get(isVersion2 ? 'start-after' : 'marker') ?? '';
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const limit = parseCount(query.get('max-keys'), 'max-keys');

  const after = token === undefined ? startAfter : decodeToken(token);
  const { objects, groups, next } = await store.list(bucket, { prefix, after, delimiter, limit });
  const isUrlEncoded = query.get('encoding-type') === 'url';
  const encode = (text: string) => (isUrlEncoded ? encodeURIComponent(text).replaceAll('%2F', '/') : text);

  sendXml(response, 'ListBucketResult', {
    Name: bucket,
    Prefix: encode(prefix),
    Delimiter: encode(delimiter) || undefined,
    EncodingType: isUrlEncoded ? 'url' : undefined,
    [isVersion2 ? 'StartAfter' : 'Marker']: encode(startAfter),
    ContinuationToken: token,
    NextContinuationToken: isVersion2 ? next && encodeToken(next) : undefined,
    NextMarker: isVersion2 ? undefined : next && encode(next),
    KeyCount: isVersion2 ? objects.length + groups.length : undefined,
    MaxKeys: limit,
    IsTruncated: next !== undefined,
    Contents: objects.map(({ key, size, lastModified, eTag }) => {
      const identity = { Key: encode(key), LastModified: lastModified.toISOString(), ETag: `"${eTag}"` };
      return { ...identity, Size: size, StorageClass: 'STANDARD' };
    }),
    CommonPrefixes: groups.map((group) => ({ Prefix: encode(group) })),
  });
}

/** Encodes a key as an opaque token, so that no client relies on its content. */
function encodeToken(key: string): string {
  return Buffer.from(`after:${key}`).toString('base64url');
}

function decodeToken(token: string): string {
  const decodedToken = Buffer.from(token, 'base64url').toString();
  if (decodedToken.startsWith('after:')) return decodedToken.slice('after:'.length);
  throw new S3Error(400, 'InvalidArgument', 'The continuation token provided is incorrect');
}

/** S3's list of versions, and the lifecycle actions that delete versions. */
import { DAY_MS, type LifecycleRule } from './bucket-rules.ts';
import type { Exchange } from './object-operations.ts';
import type { ObjectStore } from './object-store.ts';
import { parseCount, sendXml } from './protocol.ts';
import type { ListedVersion } from './stored-object.ts';
import { NULL_VERSION } from './version-files.ts';

/** ListObjectVersions, without groups. */
export async function listObjectVersions({ response, bucket, query, store }: Exchange): Promise<void> {
  const prefix = query.get('prefix') ?? '';
  const limit = parseCount(query.get('max-keys'), 'max-keys');
  const keyMarker = query.get('key-marker') ?? '';
  const versionMarker = query.get('version-id-marker') ?? '';
  const url = query.get('encoding-type') === 'url';
  const encode = (text: string) => (url ? encodeURIComponent(text).replaceAll('%2F', '/') : text);

  const page: ListedVersion[] = [];
  let isTruncated = false;
  // Without a version, the marker skips all versions of its key.
  let isAfterMarker = keyMarker === '';

  for await (const version of store.listVersions(bucket, prefix)) {
    const { key, versionId = NULL_VERSION } = version.object;
    isAfterMarker ||= Buffer.compare(Buffer.from(key), Buffer.from(keyMarker)) > 0;
    if (!isAfterMarker) {
      isAfterMarker = key === keyMarker && versionId === versionMarker;
      continue;
    }
    isTruncated = page.length === limit;
    if (isTruncated) break;
    page.push(version);
  }

  const last = isTruncated ? page.at(-1)?.object : undefined;
  const describe = ({ object, isLatest }: ListedVersion) => ({
    Key: encode(object.key),
    VersionId: object.versionId ?? NULL_VERSION,
    IsLatest: isLatest,
    LastModified: object.lastModified.toISOString(),
  });

  sendXml(response, 'ListVersionsResult', {
    Name: bucket,
    Prefix: encode(prefix),
    KeyMarker: encode(keyMarker),
    VersionIdMarker: versionMarker,
    EncodingType: url ? 'url' : undefined,
    MaxKeys: limit,
    IsTruncated: isTruncated,
    NextKeyMarker: last && encode(last.key),
    NextVersionIdMarker: last && (last.versionId ?? NULL_VERSION),
    Version: page
      .filter(({ object }) => !object.isDeleteMarker)
      .map((version) => {
        const { eTag, size } = version.object;
        return { ...describe(version), ETag: `"${eTag}"`, Size: size, StorageClass: 'STANDARD' };
      }),
    DeleteMarker: page.filter(({ object }) => object.isDeleteMarker).map(describe),
  });
}

/** Deletes the noncurrent versions that have expired, and delete markers without any other version. */
export async function expireVersions(
  store: ObjectStore,
  bucket: string,
  rules: readonly LifecycleRule[],
  now: Date,
): Promise<void> {
  const active = rules.filter(({ Status }) => Status === 'Enabled');
  // Reading the versions of a large bucket takes long.
  if (!active.some((rule) => rule.NoncurrentVersionExpiration ?? rule.ExpiredObjectDeleteMarker)) return;

  const versions: ListedVersion[] = [];
  for await (const version of store.listVersions(bucket, '')) versions.push(version);
  for (const [index, { object, isLatest }] of versions.entries()) {
    const { key, versionId = NULL_VERSION, isDeleteMarker } = object;
    const matching = active.filter(({ Prefix }) => key.startsWith(Prefix));
    // A version becomes noncurrent when the next newer one is stored.
    const noncurrentSince = isLatest ? now : (versions[index - 1]?.object.lastModified ?? now);
    const isExpired = matching.some(
      ({ NoncurrentVersionExpiration: limit }) =>
        limit !== undefined && !isLatest && +now - +noncurrentSince >= limit.NoncurrentDays * DAY_MS,
    );
    const isAlone = isLatest && versions[index + 1]?.object.key !== key;
    const isEmptyMarker =
      isDeleteMarker === true && isAlone && matching.some(({ ExpiredObjectDeleteMarker: expires }) => expires === true);
    if (isExpired || isEmptyMarker) await store.deleteVersion(bucket, key, versionId);
  }
}

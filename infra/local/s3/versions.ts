/** S3's list of versions, and the lifecycle actions that delete versions. */
import { DAY_MS, type LifecycleRule } from './bucket-rules.ts';
import type { Exchange } from './object-operations.ts';
import type { ObjectStore } from './object-store.ts';
import { parseCount, sendXml } from './protocol.ts';
import type { ListedVersion } from './stored-object.ts';
import { NULL_VERSION } from './version-files.ts';

/** Handles ListObjectVersions, without the parameter `delimiter`. */
export async function listObjectVersions({ response, bucket, query, store }: Exchange): Promise<void> {
  const prefix = query.get('prefix') ?? '';
  const limit = parseCount(query.get('max-keys'), 'max-keys');
  const pageMarker = { key: query.get('key-marker') ?? '', versionId: query.get('version-id-marker') ?? '' };
  const isUrlEncoded = query.get('encoding-type') === 'url';
  const encode = (key: string) => (isUrlEncoded ? encodeURIComponent(key).replaceAll('%2F', '/') : key);

  const { page, isTruncated } = await readVersionPage(store.listVersions(bucket, prefix), pageMarker, limit);

  const lastObject = isTruncated ? page.at(-1)?.object : undefined;
  const toXmlFields = ({ object, isLatest }: ListedVersion) => ({
    Key: encode(object.key),
    VersionId: object.versionId ?? NULL_VERSION,
    IsLatest: isLatest,
    LastModified: object.lastModified.toISOString(),
  });

  sendXml(response, 'ListVersionsResult', {
    Name: bucket,
    Prefix: encode(prefix),
    KeyMarker: encode(pageMarker.key),
    VersionIdMarker: pageMarker.versionId,
    EncodingType: isUrlEncoded ? 'url' : undefined,
    MaxKeys: limit,
    IsTruncated: isTruncated,
    NextKeyMarker: lastObject && encode(lastObject.key),
    NextVersionIdMarker: lastObject && (lastObject.versionId ?? NULL_VERSION),
    Version: page
      .filter(({ object }) => !object.isDeleteMarker)
      .map((version) => {
        const { eTag, size } = version.object;
        return { ...toXmlFields(version), ETag: `"${eTag}"`, Size: size, StorageClass: 'STANDARD' };
      }),
    DeleteMarker: page.filter(({ object }) => object.isDeleteMarker).map(toXmlFields),
  });
}

/**
 * Reads the versions that follow the previous page, at most `limit`.
 *
 * @param pageMarker - the last version of the previous page. Without a version ID, all versions of its key are skipped.
 */
async function readVersionPage(
  versions: AsyncIterable<ListedVersion>,
  pageMarker: { readonly key: string; readonly versionId: string },
  limit: number,
): Promise<{ page: ListedVersion[]; isTruncated: boolean }> {
  const page: ListedVersion[] = [];
  let isAfterPageMarker = pageMarker.key === '';

  for await (const version of versions) {
    const { key, versionId = NULL_VERSION } = version.object;
    // S3 sorts keys by their bytes.
    isAfterPageMarker ||= Buffer.compare(Buffer.from(key), Buffer.from(pageMarker.key)) > 0;
    if (!isAfterPageMarker) {
      isAfterPageMarker = key === pageMarker.key && versionId === pageMarker.versionId;
      continue;
    }

    if (page.length === limit) return { page, isTruncated: true };
    page.push(version);
  }

  return { page, isTruncated: false };
}

/** Deletes the noncurrent versions that have expired, and delete markers without any other version. */
export async function expireVersions(
  store: ObjectStore,
  bucket: string,
  rules: readonly LifecycleRule[],
  now: Date,
): Promise<void> {
  const activeRules = rules.filter(({ Status }) => Status === 'Enabled');
  // Skips the list of all versions if no rule deletes any, because the list of a large bucket takes long.
  if (!activeRules.some((rule) => rule.NoncurrentVersionExpiration ?? rule.ExpiredObjectDeleteMarker)) return;

  const versions: ListedVersion[] = [];
  for await (const version of store.listVersions(bucket, '')) versions.push(version);

  for (const [index, version] of versions.entries()) {
    const { key, versionId = NULL_VERSION } = version.object;
    const matchingRules = activeRules.filter(({ Prefix }) => key.startsWith(Prefix));
    const expiry = findExpiry(version, versions[index - 1], matchingRules);
    const isExpired = expiry !== undefined && now >= expiry;

    if (isExpired || isExpiredDeleteMarker(version, versions[index + 1], matchingRules)) {
      await store.deleteVersion(bucket, key, versionId);
    }
  }
}

/**
 * Returns the time at which the rules delete a noncurrent version, or undefined if they keep it.
 *
 * A version becomes noncurrent when the next newer version is stored. That version precedes it in the list.
 */
function findExpiry(
  { isLatest }: ListedVersion,
  previousInList: ListedVersion | undefined,
  rules: readonly LifecycleRule[],
): Date | undefined {
  if (isLatest || !previousInList) return undefined;

  const daysByRule = rules.flatMap(({ NoncurrentVersionExpiration: limit }) => limit?.NoncurrentDays ?? []);
  if (daysByRule.length === 0) return undefined;

  // If several rules apply, the shortest time counts.
  return new Date(+previousInList.object.lastModified + Math.min(...daysByRule) * DAY_MS);
}

/** Returns whether the rules delete a delete marker because its key has no other version. */
function isExpiredDeleteMarker(
  { object, isLatest }: ListedVersion,
  nextInList: ListedVersion | undefined,
  rules: readonly LifecycleRule[],
): boolean {
  const isOnlyVersion = isLatest && nextInList?.object.key !== object.key;
  if (!object.isDeleteMarker || !isOnlyVersion) return false;

  return rules.some(({ ExpiredObjectDeleteMarker }) => ExpiredObjectDeleteMarker);
}

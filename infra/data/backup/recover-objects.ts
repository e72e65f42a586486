import {
  type DeleteMarkerEntry,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectVersion,
  type S3Client,
} from '@aws-sdk/client-s3';

/** Maximum number of versions per page, and of deletions per request. An S3 limit. */
const MAX_PER_REQUEST = 1000;

/** The selection of deleted objects, and how to recover them. */
export interface RecoverOptions {
  readonly bucket: string;
  /** Recovers only objects that were deleted at this time or later. */
  readonly since: Date;
  /** Recovers only objects that were deleted at this time or before. */
  readonly until: Date;
  /** Recovers only keys that start with this text. */
  readonly prefix: string;
  /** Whether to recover the objects. If false, only counts them. */
  readonly write: boolean;
  /** Versions per request. Default: {@link MAX_PER_REQUEST}. */
  readonly pageSize?: number;
  /** Called after every page with the objects so far. */
  readonly onProgress?: ((objects: number) => void) | undefined;
}

/** The versions and delete markers of one key, in any order. */
interface KeyVersions {
  readonly key: string;
  readonly versions: ObjectVersion[];
  readonly markers: DeleteMarkerEntry[];
}

/** The place in a list of versions after which the next page starts. Empty at the start of the list. */
interface ListPosition {
  readonly KeyMarker?: string | undefined;
  readonly VersionIdMarker?: string | undefined;
}

/**
 * Recovers deleted objects in a bucket with versions.
 *
 * Deletes the delete markers of the objects, so that the newest version becomes the object again. Recovered objects
 * send no event. Idempotent.
 *
 * @returns the number of objects, and their bytes
 * @throws Error with S3's reason if a marker can't be deleted; other markers may be deleted
 */
export async function recoverObjects(
  client: S3Client,
  options: RecoverOptions,
): Promise<{ objects: number; bytes: number }> {
  const { bucket, write, onProgress } = options;
  let objects = 0;
  let bytes = 0;

  for await (const page of readKeys(client, options)) {
    const deletedKeys = page.filter((key) => wasDeleted(key, options));
    objects += deletedKeys.length;
    bytes += deletedKeys.reduce((sum, { versions }) => sum + (findNewest(versions)?.Size ?? 0), 0);
    if (write) await deleteMarkers(client, bucket, deletedKeys);
    onProgress?.(objects);
  }

  return { objects, bytes };
}

/** Returns whether a key's object was deleted in the given time, and has a version that can be recovered. */
function wasDeleted({ versions, markers }: KeyVersions, { since, until }: RecoverOptions): boolean {
  const deletedAt = markers.find(({ IsLatest }) => IsLatest)?.LastModified;
  return versions.length > 0 && deletedAt !== undefined && deletedAt >= since && deletedAt <= until;
}

/** Deletes the markers that hide the newest version. Markers older than that version don't hide it. */
async function deleteMarkers(client: S3Client, Bucket: string, keys: readonly KeyVersions[]): Promise<void> {
  const Objects = keys.flatMap(({ key, versions, markers }) => {
    const storedAt = findNewest(versions)?.LastModified ?? new Date(0);
    const hidingMarkers = markers.filter(({ LastModified }) => LastModified !== undefined && LastModified >= storedAt);
    return hidingMarkers.map(({ VersionId }) => ({ Key: key, VersionId }));
  });

  for (let start = 0; start < Objects.length; start += MAX_PER_REQUEST) {
    const Delete = { Objects: Objects.slice(start, start + MAX_PER_REQUEST), Quiet: true };
    const { Errors: [failure] = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    if (failure) throw new Error(`S3 couldn't recover ${failure.Key}: ${failure.Code} ${failure.Message}`);
  }
}

function findNewest(versions: readonly ObjectVersion[]): ObjectVersion | undefined {
  return versions.toSorted((a, b) => Number(b.LastModified) - Number(a.LastModified))[0];
}

/**
 * Yields the keys of each page of versions, with all of their versions.
 *
 * S3 sorts versions by key, so only the versions of a page's last key can continue on the next page. Such a key is
 * yielded with the next page.
 */
async function* readKeys(client: S3Client, options: RecoverOptions): AsyncGenerator<KeyVersions[]> {
  let keys = new Map<string, KeyVersions>();
  let position: ListPosition | undefined = {};

  const findOrAddKey = (key = '') => {
    const keyVersions = keys.get(key) ?? { key, versions: [], markers: [] };
    keys.set(key, keyVersions);
    return keyVersions;
  };

  while (position) {
    const page: ListObjectVersionsCommandOutput = await listVersions(client, options, position);
    for (const version of page.Versions ?? []) findOrAddKey(version.Key).versions.push(version);
    for (const marker of page.DeleteMarkers ?? []) findOrAddKey(marker.Key).markers.push(marker);

    const { IsTruncated, NextKeyMarker: lastKey = '', NextVersionIdMarker } = page;
    position = IsTruncated ? { KeyMarker: lastKey, VersionIdMarker: NextVersionIdMarker } : undefined;

    const incompleteKey = position && keys.get(lastKey);
    if (incompleteKey) keys.delete(lastKey);
    yield [...keys.values()];
    keys = new Map(incompleteKey && [[lastKey, incompleteKey]]);
  }
}

function listVersions(
  client: S3Client,
  { bucket, prefix, pageSize = MAX_PER_REQUEST }: RecoverOptions,
  position: ListPosition,
) {
  const page = { Bucket: bucket, Prefix: prefix, MaxKeys: pageSize, ...position };
  return client.send(new ListObjectVersionsCommand(page));
}

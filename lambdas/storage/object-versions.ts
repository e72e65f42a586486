import type { DeletionReason } from '../platform/deletion-reason.ts';
import { bucket, loadS3, logDeletion } from './object-store.ts';
import { PREFIXES, type StoragePurpose } from './storage-key.ts';

/** A version of an object, or a delete marker. In a bucket without versions, each object is the version `null`. */
export interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
}

/**
 * Lists one page of the versions and delete markers of one member's objects.
 *
 * @param options.after - the last version of the previous page
 * @returns the versions, and the last version of the page if there are more
 */
export async function listObjectVersions(
  purpose: StoragePurpose,
  {
    userId,
    count,
    after,
  }: { readonly userId: string; readonly count: number; readonly after?: ObjectVersion | undefined },
): Promise<{ versions: ObjectVersion[]; next: ObjectVersion | undefined }> {
  const { s3, ListObjectVersionsCommand } = await loadS3();
  const page = await s3.send(
    new ListObjectVersionsCommand({
      Bucket: bucket(),
      Prefix: `${PREFIXES[purpose]}/${userId}/`,
      MaxKeys: count,
      KeyMarker: after?.key,
      VersionIdMarker: after?.versionId,
    }),
  );

  const entries = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
  const versions = entries.map(({ Key: key = '', VersionId: versionId = '' }) => ({ key, versionId }));
  const { NextKeyMarker: key, NextVersionIdMarker: versionId } = page;

  return { versions, next: page.IsTruncated && key && versionId ? { key, versionId } : undefined };
}

/**
 * Deletes a version of an object, or a delete marker, permanently. Does nothing if it doesn't exist.
 *
 * @param reason - the evidence that it may be deleted; logged
 */
export async function deleteObjectVersion({ key, versionId }: ObjectVersion, reason: DeletionReason): Promise<void> {
  const { s3, DeleteObjectCommand } = await loadS3();
  await s3.send(new DeleteObjectCommand({ Bucket: bucket(), Key: key, VersionId: versionId }));
  logDeletion([key], reason);
}

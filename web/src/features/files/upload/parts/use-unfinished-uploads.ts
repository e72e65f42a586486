import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../../platform/api/api.ts';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { planParts, selectArrived, sumBytes } from './part-plan.ts';
import { type UnfinishedUpload, UnfinishedUploadStore } from './unfinished-upload-store.ts';
import { listUploadLocks, lockNameFor } from './upload-lock.ts';

/** The unfinished uploads stored in this browser. */
export const unfinishedUploads = new UnfinishedUploadStore();

/**
 * Returns the member's uploads that can be resumed, with functions that discard and find one.
 *
 * @param isIdle - whether this tab is not uploading; the list updates only then
 */
export function useUnfinishedUploads(userId: string, isIdle: boolean) {
  const [uploads, setUploads] = useState<readonly UnfinishedUpload[]>([]);

  useEffect(() => {
    if (!isIdle) return;

    // Also set when an upload starts, because the list must not change until the upload ends.
    let isStopped = false;

    const load = async () => {
      const heldLockNames = await listUploadLocks();
      const isSending = (upload: UnfinishedUpload) => heldLockNames.has(lockNameFor(userId, upload));
      const resumableUploads = unfinishedUploads.listFor(userId).filter((upload) => !isSending(upload));
      if (!isStopped) setUploads(resumableUploads);

      const refreshedUploads = await Promise.all(resumableUploads.map(refreshUpload));
      if (!isStopped) setUploads(refreshedUploads.flatMap((upload) => upload ?? []));
    };

    void load();

    return () => {
      isStopped = true;
    };
  }, [userId, isIdle]);

  const discard = useCallback((upload: UnfinishedUpload) => {
    discardUpload(upload);
    setUploads((currentUploads) => currentUploads.filter(({ uploadId }) => uploadId !== upload.uploadId));
  }, []);

  /**
   * Returns the upload of a file with this name and date. Size and type can differ: the page removes hidden details and
   * corrects the type before it sends the file.
   */
  const findForChosenFile = useCallback(
    ({ name, lastModified }: File) =>
      uploads.find((upload) => upload.name === name && upload.lastModified === lastModified),
    [uploads],
  );

  /** Returns the upload of a file whose hidden details have been removed, if it can be resumed. */
  const findForPreparedFile = useCallback(
    (file: File) => {
      const storedUpload = unfinishedUploads.find(userId, file);
      return uploads.find(({ uploadId }) => uploadId === storedUpload?.uploadId);
    },
    [userId, uploads],
  );

  return { uploads, discard, findForChosenFile, findForPreparedFile };
}

/** Returns an upload with its current arrived bytes, or undefined if S3 no longer has the upload. */
async function refreshUpload(upload: UnfinishedUpload): Promise<UnfinishedUpload | undefined> {
  const { userId, fileId, uploadId } = upload;

  try {
    const { parts } = await api.files.listParts({ userId, fileId, uploadId });
    const arrivedParts = selectArrived(planParts(upload.size, upload.partSize), parts);
    return { ...upload, arrivedBytes: sumBytes(arrivedParts) };
  } catch (error) {
    // The upload may still exist if the request failed for another reason.
    const isGone = error instanceof ApiError && error.code === 'UploadNotFound';
    if (!isGone) return upload;

    unfinishedUploads.remove(upload);
    return undefined;
  }
}

/** Removes an upload from this browser and from S3. */
export function discardUpload(upload: UnfinishedUpload): void {
  unfinishedUploads.remove(upload);

  const { userId, fileId, uploadId } = upload;
  // If this call fails, the bucket's lifecycle rule deletes the parts after a day.
  api.files.abortMultipart({ userId, fileId, uploadId }).catch(console.error);
}

import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../../platform/api/api.ts';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { arrivedOf, bytesOf, planParts } from './part-plan.ts';
import { type BegunUpload, StoppedUploads } from './stopped-uploads.ts';
import { heldLocks, lockOf } from './upload-lock.ts';

/** The unfinished uploads stored in this browser. */
export const stoppedUploads = new StoppedUploads();

/** The member's uploads that have stopped and can be gone on with; `idle` is whether this tab uploads nothing itself. */
export function useStoppedUploads(userId: string, idle: boolean) {
  const [uploads, setUploads] = useState<readonly BegunUpload[]>([]);

  useEffect(() => {
    if (!idle) return;
    let left = false;
    const show = async () => {
      const held = await heldLocks();
      const resting = stoppedUploads.of(userId).filter((upload) => !held.has(lockOf(userId, upload)));
      if (!left) setUploads(resting);
      const present = await Promise.all(resting.map(lookedAt));
      if (!left) setUploads(present.flatMap((upload) => upload ?? []));
    };
    void show();
    return () => {
      left = true;
    };
  }, [userId, idle]);

  const discard = useCallback((upload: BegunUpload) => {
    giveUp(upload);
    setUploads((others) => others.filter(({ uploadId }) => uploadId !== upload.uploadId));
  }, []);

  /** The stopped upload of this very file. */
  const find = useCallback(
    (file: File) => {
      const found = stoppedUploads.find(userId, file);
      return uploads.find(({ uploadId }) => uploadId === found?.uploadId);
    },
    [userId, uploads],
  );

  return { uploads, discard, find };
}

/** An upload with what the store holds of it; undefined when that is nothing any more. */
async function lookedAt(upload: BegunUpload): Promise<BegunUpload | undefined> {
  const { userId, fileId, uploadId } = upload;
  try {
    const { parts } = await api.files.listParts({ userId, fileId, uploadId });
    return { ...upload, arrivedBytes: bytesOf(arrivedOf(planParts(upload.size, upload.partSize), parts)) };
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'UploadNotFound')) return upload;
    stoppedUploads.forget(upload);
    return undefined;
  }
}

/** Forgets an upload, here and in the store. */
export function giveUp(upload: BegunUpload): void {
  stoppedUploads.forget(upload);
  const { userId, fileId, uploadId } = upload;
  // What cannot be told now, the store finds out: it throws away parts that are a day old.
  api.files.abortMultipart({ userId, fileId, uploadId }).catch(console.error);
}

import { api } from '../../../../platform/api/api.ts';
import { type BegunUpload, StoppedUploads } from './stopped-uploads.ts';

/** What this browser remembers of uploads. */
export const stoppedUploads = new StoppedUploads();

/** Forgets an upload, here and in the store. */
export function giveUp(upload: BegunUpload): void {
  stoppedUploads.forget(upload);
  const { userId, fileId, uploadId } = upload;
  // What cannot be told now, the store finds out: it throws away parts that are a day old.
  api.files.abortMultipart({ userId, fileId, uploadId }).catch(console.error);
}

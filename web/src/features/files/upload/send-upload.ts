import { api } from '../../../platform/api/api.ts';
import { putFile } from '../../../platform/pictures/put-file.ts';
import { emitProductEvent } from '../../../platform/product-events.ts';
import { wait } from '../../../platform/time/wait.ts';
import { showFailureToast } from '../../../platform/toasts.ts';
import { checkContent } from './check-content.ts';
import { usesMultipart } from './file-checksums.ts';
import { isOnline, waitUntilOnline } from './parts/connection.ts';
import { uploadInParts } from './parts/upload-in-parts.ts';
import { lockNameFor, withUploadLock } from './parts/upload-lock.ts';
import { unfinishedUploads } from './parts/use-unfinished-uploads.ts';
import { saveLateEdits } from './save-late-edits.ts';
import { sendPoster } from './send-poster.ts';
import { texts } from './texts.ts';
import type { SavedUpload, Upload } from './upload-file.ts';
import type { UploadEvent } from './upload-state.ts';
import { uploadWhole } from './upload-whole.ts';

/** The dependencies of retries in a browser. */
const RETRY_ENVIRONMENT = { isOnline, waitUntilOnline, wait, random: Math.random, now: () => performance.now() };

/** Uploads one file: as a whole, or in parts if it is large. Rejects with the signal's reason if it is aborted. */
export async function sendUpload(
  upload: Upload,
  signal: AbortSignal,
  emit: (event: UploadEvent) => void,
): Promise<SavedUpload> {
  const problem = await checkContent(upload.file);
  if (problem) throw new Error(problem);

  const savedUpload = await sendFile(upload, signal, emit);
  emitProductEvent('fileUploaded', { fileId: savedUpload.file.key, depth: savedUpload.depth });

  await sendPoster(upload, savedUpload.file.key, { ...RETRY_ENVIRONMENT, api: api.files, put: putFile, signal });

  const onFailure = () => showFailureToast(texts.editsNotSaved(savedUpload.file.fileName));
  const file = await saveLateEdits(upload, savedUpload.file, { api: api.files, signal, onFailure });

  return { ...savedUpload, file };
}

/** Sends the bytes and metadata of a file. A lock keeps other tabs from sending the same large file. */
async function sendFile(upload: Upload, signal: AbortSignal, emit: (event: UploadEvent) => void): Promise<SavedUpload> {
  const onProgress = (sent: number, total: number) => emit({ type: 'progressed', sent, total });
  const onOfflineChange = (isOffline: boolean) => emit({ type: 'connection', isOffline });
  const deps = { ...RETRY_ENVIRONMENT, api: api.files, put: putFile, onProgress, onOfflineChange, signal };
  if (!usesMultipart(upload.file)) return uploadWhole(upload, deps);

  return withUploadLock(lockNameFor(upload.userId, upload.file), texts.busyInOtherTab, () =>
    uploadInParts(upload, { ...deps, unfinishedUploads }),
  );
}

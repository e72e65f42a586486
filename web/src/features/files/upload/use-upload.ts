import { useCallback, useEffect, useReducer, useRef } from 'react';
import { MULTIPART_THRESHOLD_BYTES } from '../../../../../shared/depth/limits.ts';
import { api } from '../../../platform/api/api.ts';
import { emitProductEvent } from '../../../platform/product-events.ts';
import { putFile } from '../../../platform/put-file.ts';
import { wait } from '../../../platform/wait.ts';
import { texts } from '../texts.ts';
import { isOnline, waitUntilOnline } from './parts/connection.ts';
import { uploadInParts } from './parts/upload-in-parts.ts';
import { lockNameFor, withUploadLock } from './parts/upload-lock.ts';
import { discardUpload, unfinishedUploads } from './parts/use-unfinished-uploads.ts';
import { type StoredUpload, type Upload, uploadFile } from './upload-file.ts';
import { IDLE, PROGRESS_RESET_MS, type UploadEvent, uploadReducer } from './upload-state.ts';

const SAVE_RETRY_DELAY_MS = 1000;

const waitBeforeRetry = (attempt: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, attempt * SAVE_RETRY_DELAY_MS));

/** One attempt to upload a file, until it ends or is stopped. */
interface UploadRun {
  readonly upload: Upload;
  readonly stop: AbortController;
  /** Resolves when the attempt ends, with whether the file is recorded. Never rejects. */
  readonly done: Promise<boolean>;
}

/** Whether a file is large enough to be sent in parts. Such an upload can be paused and resumed. */
export function usesMultipart(file: Blob): boolean {
  return file.size > MULTIPART_THRESHOLD_BYTES;
}

/**
 * Runs one upload at a time. Returns its state and functions to start, pause, resume, cancel, and reset it.
 *
 * Stops the upload when the component unmounts.
 */
export function useUpload() {
  const [state, dispatch] = useReducer(uploadReducer, IDLE);
  const currentRun = useRef<UploadRun>(undefined);

  useEffect(() => () => currentRun.current?.stop.abort(), []);

  useEffect(() => {
    if (state.status !== 'success' && state.status !== 'error') return;
    const timer = setTimeout(() => dispatch({ type: 'progressReset' }), PROGRESS_RESET_MS);
    return () => clearTimeout(timer);
  }, [state.status]);

  const run = useCallback((upload: Upload, firstEvent: UploadEvent) => {
    const previous = currentRun.current;
    previous?.stop.abort();
    const stop = new AbortController();
    const emit = (event: UploadEvent) => {
      if (!stop.signal.aborted) dispatch(event);
    };
    dispatch(firstEvent);
    // The stopped attempt may still hold its lock.
    const done = (previous?.done ?? Promise.resolve()).then(() => performUpload(upload, stop.signal, emit));
    currentRun.current = { upload, stop, done };
    return done;
  }, []);

  /** Uploads a file. Resolves with whether the file is recorded. */
  const start = useCallback((upload: Upload) => run(upload, { type: 'started' }), [run]);

  const pause = useCallback(() => {
    currentRun.current?.stop.abort();
    dispatch({ type: 'paused' });
  }, []);

  const resume = useCallback(() => {
    const { upload } = currentRun.current ?? {};
    return upload ? run(upload, { type: 'resumed' }) : Promise.resolve(false);
  }, [run]);

  const cancel = useCallback(async () => {
    const { upload, stop, done } = currentRun.current ?? {};
    stop?.abort();
    await done;
    const unfinished = upload && unfinishedUploads.find(upload.userId, upload.file);
    if (unfinished) discardUpload(unfinished);
    dispatch({ type: 'cancelled' });
  }, []);

  /** Clears the result of the last upload. */
  const reset = useCallback(() => dispatch({ type: 'cancelled' }), []);

  return { state, start, pause, resume, cancel, reset };
}

async function performUpload(
  upload: Upload,
  signal: AbortSignal,
  emit: (event: UploadEvent) => void,
): Promise<boolean> {
  try {
    const { file, depth } = await sendFile(upload, signal, emit);
    emit({ type: 'succeeded' });
    emitProductEvent('fileUploaded', { fileId: file.key, depth });
    return !signal.aborted;
  } catch (error) {
    if (signal.aborted) return false;
    console.error(error);
    const message = error instanceof Error ? error.message : '';
    emit({ type: 'failed', error: message ? texts.uploadFailed(message) : texts.uploadFailedPlain });
    return false;
  }
}

function sendFile(upload: Upload, signal: AbortSignal, emit: (event: UploadEvent) => void): Promise<StoredUpload> {
  signal.throwIfAborted();
  const onProgress = (sent: number, total: number) => emit({ type: 'progressed', sent, total });
  const deps = { api: api.files, put: putFile, onProgress, signal };
  if (!usesMultipart(upload.file)) return uploadFile(upload, { ...deps, waitBeforeRetry });
  const retryContext = { isOnline, waitUntilOnline, wait, random: Math.random, now: () => performance.now() };
  const onOffline = (offline: boolean) => emit({ type: 'connection', offline });
  return withUploadLock(lockNameFor(upload.userId, upload.file), texts.busyInOtherTab, () =>
    uploadInParts(upload, { ...deps, ...retryContext, unfinishedUploads, onOffline }),
  );
}

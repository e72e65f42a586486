import { useCallback, useEffect, useReducer, useRef } from 'react';
import { MULTIPART_THRESHOLD_BYTES } from '../../../../../shared/depth/limits.ts';
import { api } from '../../../platform/api/api.ts';
import { announce } from '../../../platform/product-events.ts';
import { putFile } from '../../../platform/put-file.ts';
import { texts } from '../texts.ts';
import { backOnline, isOnline, wait } from './parts/connection.ts';
import { uploadInParts } from './parts/upload-in-parts.ts';
import { lockOf, whileNobodyElse } from './parts/upload-lock.ts';
import { giveUp, stoppedUploads } from './parts/use-stopped-uploads.ts';
import { type StoredUpload, type Upload, uploadFile } from './upload-file.ts';
import { IDLE, nextUpload, PROGRESS_REST_MS, type UploadEvent } from './upload-state.ts';

const SAVE_PAUSE_MS = 1000;

const pause = (attempt: number) => new Promise<void>((resolve) => setTimeout(resolve, attempt * SAVE_PAUSE_MS));

/** One try to get a file there, until it ends or is stopped. */
interface Run {
  readonly upload: Upload;
  readonly stop: AbortController;
  /** Resolves, never rejects, once nothing is done any more; answers whether the file is in the ocean. */
  readonly done: Promise<boolean>;
}

/** Whether a file is large enough to go up in parts, and so can be paused and gone on with. */
export function goesInParts(file: Blob): boolean {
  return file.size > MULTIPART_THRESHOLD_BYTES;
}

/**
 * What the uploader does: starts one upload, says how far it is, pauses and resumes it when it goes in parts, cancels
 * it, and stops it when it is left.
 */
export function useUpload() {
  const [state, dispatch] = useReducer(nextUpload, IDLE);
  const running = useRef<Run>(undefined);

  useEffect(() => () => running.current?.stop.abort(), []);

  useEffect(() => {
    if (state.status !== 'success' && state.status !== 'error') return;
    const timer = setTimeout(() => dispatch({ type: 'rested' }), PROGRESS_REST_MS);
    return () => clearTimeout(timer);
  }, [state.status]);

  const run = useCallback((upload: Upload, beginning: UploadEvent) => {
    const before = running.current;
    before?.stop.abort();
    const stop = new AbortController();
    const tell = (event: UploadEvent) => {
      if (!stop.signal.aborted) dispatch(event);
    };
    dispatch(beginning);
    // What was stopped may still hold its lock.
    const done = (before?.done ?? Promise.resolve()).then(() => bringUp(upload, stop.signal, tell));
    running.current = { upload, stop, done };
    return done;
  }, []);

  /** Answers whether the file is in the ocean. */
  const start = useCallback((upload: Upload) => run(upload, { type: 'started' }), [run]);

  const hold = useCallback(() => {
    running.current?.stop.abort();
    dispatch({ type: 'paused' });
  }, []);

  const resume = useCallback(() => {
    const { upload } = running.current ?? {};
    return upload ? run(upload, { type: 'resumed' }) : Promise.resolve(false);
  }, [run]);

  const cancel = useCallback(async () => {
    const { upload, stop, done } = running.current ?? {};
    stop?.abort();
    await done;
    const begun = upload && stoppedUploads.find(upload.userId, upload.file);
    if (begun) giveUp(begun);
    dispatch({ type: 'cancelled' });
  }, []);

  /** Says nothing any more of how the last upload has ended: another file is at hand. */
  const forget = useCallback(() => dispatch({ type: 'cancelled' }), []);

  return { state, start, hold, resume, cancel, forget };
}

async function bringUp(upload: Upload, signal: AbortSignal, tell: (event: UploadEvent) => void): Promise<boolean> {
  try {
    const { file, depth } = await send(upload, signal, tell);
    tell({ type: 'succeeded' });
    announce('fileUploaded', { fileId: file.key, depth });
    return !signal.aborted;
  } catch (error) {
    if (signal.aborted) return false;
    console.error(error);
    const message = error instanceof Error ? error.message : '';
    tell({ type: 'failed', error: message ? texts.uploadFailed(message) : texts.uploadFailedPlain });
    return false;
  }
}

function send(upload: Upload, signal: AbortSignal, tell: (event: UploadEvent) => void): Promise<StoredUpload> {
  signal.throwIfAborted();
  const onProgress = (sent: number, total: number) => tell({ type: 'progressed', sent, total });
  const means = { api: api.files, put: putFile, onProgress, signal };
  if (!goesInParts(upload.file)) return uploadFile(upload, { ...means, pause });
  const patience = { isOnline, backOnline, wait, random: Math.random, now: () => performance.now() };
  const onOffline = (offline: boolean) => tell({ type: 'connection', offline });
  return whileNobodyElse(lockOf(upload.userId, upload.file), texts.busyElsewhere, () =>
    uploadInParts(upload, { ...means, ...patience, stopped: stoppedUploads, onOffline }),
  );
}

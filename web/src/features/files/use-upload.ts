import { useCallback, useEffect, useReducer, useRef } from 'react';
import { api } from '../../platform/api/api.ts';
import { announce } from '../../platform/product-events.ts';
import { putFile } from './put-file.ts';
import { texts } from './texts.ts';
import { type Upload, uploadFile } from './upload-file.ts';
import { IDLE, nextUpload, PROGRESS_REST_MS } from './upload-state.ts';

const SAVE_PAUSE_MS = 1000;

const pause = (attempt: number) => new Promise<void>((resolve) => setTimeout(resolve, attempt * SAVE_PAUSE_MS));

/** What the uploader does: starts one upload, says how far it is, and cancels it when told to or when it is left. */
export function useUpload() {
  const [state, dispatch] = useReducer(nextUpload, IDLE);
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  useEffect(() => {
    if (state.status !== 'success' && state.status !== 'error') return;
    const timer = setTimeout(() => dispatch({ type: 'rested' }), PROGRESS_REST_MS);
    return () => clearTimeout(timer);
  }, [state.status]);

  /** Answers whether the file is in the ocean. */
  const start = useCallback(async (upload: Upload): Promise<boolean> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    dispatch({ type: 'started' });
    const onProgress = (sent: number, total: number) => {
      if (!signal.aborted) dispatch({ type: 'progressed', sent, total });
    };
    try {
      const { file, depth } = await uploadFile(upload, { api: api.files, put: putFile, onProgress, signal, pause });
      dispatch({ type: 'succeeded' });
      announce('fileUploaded', { fileId: file.key, depth });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      console.error(error);
      const message = error instanceof Error ? error.message : '';
      dispatch({ type: 'failed', error: message ? texts.uploadFailed(message) : texts.uploadFailedPlain });
      return false;
    }
  }, []);

  const cancel = useCallback(() => {
    running.current?.abort();
    dispatch({ type: 'cancelled' });
  }, []);

  return { state, start, cancel };
}
